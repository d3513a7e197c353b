import { UNKNOWN_USER_AVATAR_URL } from '@stoa/event-shape';
import { dummyEmail } from '@stoa/policy';
import { text } from '@stoa/texts';
import { PushDirectConversation, PushMessageView, PushSender } from './facts';

/** A topic as payloads name it for their recipient. */
export function topicName(topic: string, language: string): string {
  return topic === '' ? text(language, 'topic.empty') : topic;
}

/** The sender as the recipient may see it: a placeholder for limited guests (push.md 5.2, 5.6). */
export function senderOf({ realm, message: { sender }, canAccessSender }: PushMessageView): PushSender {
  if (canAccessSender) return { ...sender, avatarUrl: absolute(sender.avatarUrl, realm.url) };
  return {
    userId: sender.userId,
    fullName: 'Unknown user',
    email: dummyEmail(sender.userId, realm.host),
    avatarUrl: absolute(UNKNOWN_USER_AVATAR_URL, realm.url),
  };
}

function absolute(url: string, realmUrl: string): string {
  return url.startsWith('/') && !url.startsWith('//') ? realmUrl + url : url;
}

/** Everyone in a direct conversation, ascending. */
export function sortedParticipantIds({ participants }: PushDirectConversation): number[] {
  return [...new Set(participants.map(({ userId }) => userId))].sort((a, b) => a - b);
}

/** The group whose mention caused the push; nothing with any other cause. */
export function groupFields({
  decision: { mentionedGroup },
}: PushMessageView): { mentioned_user_group_id: number; mentioned_user_group_name: string } | Record<string, never> {
  if (!mentionedGroup) return {};
  return { mentioned_user_group_id: mentionedGroup.groupId, mentioned_user_group_name: mentionedGroup.name };
}
