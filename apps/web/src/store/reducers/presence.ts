import { directKey, type Conversation } from '../conversation';
import type { Draft } from '../draft';
import type { State, UserStatus } from '../state';
import { startEditing, startTyping, stopEditing, stopTyping } from '../typing';
import type { EventOf, When } from './event';

/** Only the modern form, which the client registers for. */
export function applyPresence(draft: Draft<State>, event: EventOf<'presence'>): void {
  if (!('presences' in event)) return;
  const presences = draft.write('presences');
  for (const [id, presence] of Object.entries(event.presences)) presences.set(Number(id), presence);
}

/** An empty text clears its part; a status without parts is none. */
export function applyUserStatus(draft: Draft<State>, event: EventOf<'user_status'>): void {
  const known = draft.state.statuses.get(event.user_id) ?? {};
  const { away, status_text, ...emoji } = event;
  const status: UserStatus = {
    ...(away === undefined ? pick(known.away, 'away') : pick(away || undefined, 'away')),
    ...pick(status_text === undefined ? known.status_text : status_text || undefined, 'status_text'),
    ...emojiOf(emoji.emoji_name === undefined ? known : emoji),
  };
  if (Object.keys(status).length > 0) draft.write('statuses').set(event.user_id, status);
  else if (draft.state.statuses.has(event.user_id)) draft.write('statuses').delete(event.user_id);
}

function pick<V, K extends string>(value: V | undefined, name: K): Partial<Record<K, V>> {
  const part: Partial<Record<K, V>> = {};
  if (value !== undefined) part[name] = value;
  return part;
}

function emojiOf({ emoji_name, emoji_code, reaction_type }: UserStatus): UserStatus {
  if (!emoji_name) return {};
  return { emoji_name, ...pick(emoji_code, 'emoji_code'), ...pick(reaction_type, 'reaction_type') };
}

export function applyTyping(draft: Draft<State>, event: EventOf<'typing'>, { now }: When): void {
  const conversation: Conversation =
    event.message_type === 'stream'
      ? { kind: 'topic', channelId: event.stream_id, topic: event.topic }
      : {
          kind: 'direct',
          key: directKey(
            event.recipients.map(({ user_id }) => user_id),
            draft.state.userId,
          ),
        };
  if (event.op === 'start') startTyping(draft, conversation, event.sender.user_id, now);
  else stopTyping(draft, conversation, event.sender.user_id);
}

export function applyTypingEdit(draft: Draft<State>, event: EventOf<'typing_edit_message'>, { now }: When): void {
  if (event.op === 'start') startEditing(draft, event.message_id, event.sender_id, now);
  else stopEditing(draft, event.message_id, event.sender_id);
}
