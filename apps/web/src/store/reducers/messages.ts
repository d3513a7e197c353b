import type { Draft } from '../draft';
import { type ChannelMessage, type Message, conversationOf, messageFrom } from '../message';
import type { State } from '../state';
import { noteDirect, noteTopic } from '../conversation-list';
import { stopTyping } from '../typing';
import { addUnread, unreadOf } from '../unread';
import type { EventOf } from './event';

/** A new message: kept, counted, and known as the newest of its conversation. */
export function applyMessage(draft: Draft<State>, event: EventOf<'message'>): void {
  const { userId } = draft.state;
  const message = messageFrom(event.message, { ownId: userId, flags: event.flags });
  const isKnown = draft.state.messages.has(message.id);
  draft.write('messages').set(message.id, message);
  if (message.sender_id !== userId) stopTyping(draft, conversationOf(message), message.sender_id);
  if (isKnown || (message.type === 'stream' && !isReceived(draft, message))) return;
  if (message.id > draft.state.maxMessageId) draft.set('maxMessageId', message.id);
  if (message.type === 'private') noteDirect(draft, message.directKey, message.id);
  if (!message.flags.has('read')) addUnread(draft, unreadOf(message));
}

/** @returns false for a message of a channel that is not subscribed: it is shown, but it was not received */
function isReceived(draft: Draft<State>, message: ChannelMessage): boolean {
  const { id: maxId, stream_id: channelId, topic } = message;
  const hasOwnMessage = message.sender_id === draft.state.userId;
  noteTopic(draft, { kind: 'topic', channelId, topic }, { maxId, hasOwnMessage });
  const channel = draft.state.channels.get(message.stream_id);
  if (channel && channel.first_message_id === null) {
    draft.write('channels').set(channel.stream_id, { ...channel, first_message_id: message.id });
  }
  return channel?.isSubscribed ?? true;
}

/** Changes a message that is held; the others come changed when they are fetched. */
export function changeMessage(draft: Draft<State>, id: number, change: (message: Message) => Message): void {
  const message = draft.state.messages.get(id);
  if (!message) return;
  const changed = change(message);
  if (changed !== message) draft.write('messages').set(id, changed);
}

/** A reaction is one by its user, its type and its code; its name may differ. */
export function applyReaction(draft: Draft<State>, event: EventOf<'reaction'>): void {
  const { op, message_id, user_id, emoji_name, emoji_code, reaction_type } = event;
  changeMessage(draft, message_id, (message) => {
    const others = message.reactions.filter(
      (known) => known.user_id !== user_id || known.reaction_type !== reaction_type || known.emoji_code !== emoji_code,
    );
    const isThere = others.length < message.reactions.length;
    if (op === 'add') {
      if (isThere) return message;
      return { ...message, reactions: [...others, { user_id, emoji_name, emoji_code, reaction_type }] };
    }
    return op === 'remove' && isThere ? { ...message, reactions: others } : message;
  });
}

export function applySubmessage(draft: Draft<State>, event: EventOf<'submessage'>): void {
  const { submessage_id: id, message_id, sender_id, msg_type, content } = event;
  changeMessage(draft, message_id, (message) => {
    if (message.submessages.some((known) => known.id === id)) return message;
    const submessages = [...message.submessages, { id, message_id, sender_id, msg_type, content }];
    return { ...message, submessages: submessages.sort((a, b) => a.id - b.id) };
  });
}
