import { cutText } from '../text-cut';
import { E2eePlaintext, PushMessageView, PushRealm } from './facts';
import { groupFields, senderOf, sortedParticipantIds, topicName } from './message-fields';
import { TextLengths, fitsWhenEncrypted, fullestThat, newestThat } from './vendor-limit';

/** The newest ids that a payload of removal names (push.md 10). */
const REMOVED_IDS_AT_MOST = 200;

/** Plaintext of a message for its recipient (push.md 5.2), to be encrypted as compact JSON. */
export function e2eeMessage(view: PushMessageView): E2eePlaintext {
  return fullestThat(fitsWhenEncrypted, (lengths) => messagePlaintext(view, lengths));
}

function messagePlaintext(view: PushMessageView, lengths: TextLengths): E2eePlaintext {
  const { message } = view;
  const sender = senderOf(view);
  return {
    ...base(view.realm, view.userId),
    type: 'message',
    message_id: message.messageId,
    time: message.timestamp,
    content: cutText(message.text, lengths.content),
    sender_id: sender.userId,
    sender_full_name: sender.fullName,
    sender_avatar_url: sender.avatarUrl,
    ...conversationFields(view),
    ...groupFields(view),
  };
}

function conversationFields({ message: { conversation }, language }: PushMessageView): E2eePlaintext {
  if (conversation.type === 'channel') {
    const { channelId, channelName, topic } = conversation;
    return {
      recipient_type: 'channel',
      channel_id: channelId,
      channel_name: channelName,
      topic: topicName(topic, language),
    };
  }
  return { recipient_type: 'direct', recipient_user_ids: sortedParticipantIds(conversation) };
}

/**
 * Plaintext that withdraws notifications (push.md 5.3).
 * @param messageIds in any order; the newest 200 of them are named
 */
export function e2eeRemoval(realm: PushRealm, userId: number, messageIds: Iterable<number>): E2eePlaintext {
  return newestThat(fitsWhenEncrypted, newestMessageIds(messageIds), (ids) => ({
    ...base(realm, userId),
    type: 'remove',
    message_ids: ids,
  }));
}

/**
 * Plaintext of a test notification (push.md 5.3).
 * @param now seconds since the epoch
 */
export function e2eeTest(realm: PushRealm, userId: number, now: number): E2eePlaintext {
  return { ...base(realm, userId), type: 'test', time: now };
}

/** The newest ids, ascending, each once (push.md 10). */
export function newestMessageIds(messageIds: Iterable<number>, atMost: number = REMOVED_IDS_AT_MOST): number[] {
  return [...new Set(messageIds)].sort((a, b) => a - b).slice(-atMost);
}

function base(realm: PushRealm, userId: number): E2eePlaintext {
  return { realm_url: realm.url, realm_name: realm.name, user_id: userId };
}
