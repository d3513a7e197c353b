import { usersOf } from '../store/conversation';
import type { Message } from '../store/message';
import type { State } from '../store/state';
import { topicKey } from '../store/topics';
import { userOf } from '../store/users';
import { listText, t } from '../strings/strings';

type NamesState = Pick<State, 'users' | 'userId' | 'channels' | 'organization' | 'settings'>;

/** Messages with the same tag share one notification: those of a direct conversation, or of one person in a topic. */
export function tagOf(message: Message): string {
  if (message.type === 'private') return `direct/${message.directKey}`;
  return `${message.stream_id}/${message.sender_id}/${topicKey(message.topic)}`;
}

/** Where a message stands, as its notification says it: `#design > logo`, `to you and Ann`. */
function placeText(state: NamesState, message: Message): string {
  if (message.type === 'stream') {
    const channel = state.channels.get(message.stream_id)?.name ?? t('notification.unknownChannel');
    return `#${channel} > ${message.topic || state.organization.realm_empty_topic_display_name}`;
  }
  const others = usersOf(message.directKey).filter((id) => id !== message.sender_id && id !== state.userId);
  const [only, ...more] = others;
  if (only === undefined) return t('notification.toYou');
  if (more.length === 0) return t('notification.toYouAnd', { name: userOf(state, only).full_name });
  return t('notification.toYouAndMore', { count: others.length });
}

/** @param messages of one notification, the newest last */
export function titleOf(state: NamesState, messages: readonly Message[]): string {
  const newest = messages.at(-1);
  if (!newest) return '';
  const names = new Set(messages.map(({ sender_id }) => userOf(state, sender_id).full_name));
  const senders = listText(names);
  const values = { senders, place: placeText(state, newest), count: messages.length };
  return t(messages.length > 1 ? 'notification.several' : 'notification.one', values);
}

/**
 * What the newest message says; of direct messages only if the user wants that.
 * @param text the message's content as plain text
 */
export function bodyOf(state: NamesState, message: Message, text: string): string {
  const { full_name: sender } = userOf(state, message.sender_id);
  if (message.type === 'private' && !state.settings.pm_content_in_desktop_notifications) {
    return t('notification.hidden', { sender });
  }
  if (text === '') return t('notification.file');
  return message.is_me_message ? text.replace(/^\/me\b/, sender) : text;
}
