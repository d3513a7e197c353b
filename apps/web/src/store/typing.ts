import { type Conversation, conversationKey } from './conversation';
import type { Draft } from './draft';
import type { State, Typists } from './state';

type TypingState = Pick<State, 'typing' | 'editing' | 'mutedUsers' | 'userId' | 'organization'>;

/** Somebody began to write, or still does. */
export function startTyping(draft: Draft<State>, conversation: Conversation, userId: number, now: number): void {
  const conversations = draft.write('typing');
  draft.writeIn(conversations, conversationKey(conversation), () => new Map()).set(userId, now);
}

export function stopTyping(draft: Draft<State>, conversation: Conversation, userId: number): void {
  const key = conversationKey(conversation);
  if (!draft.state.typing.get(key)?.has(userId)) return;
  const conversations = draft.write('typing');
  const typists = draft.writeIn(conversations, key, () => new Map());
  typists.delete(userId);
  if (typists.size === 0) conversations.delete(key);
}

export function startEditing(draft: Draft<State>, messageId: number, userId: number, now: number): void {
  draft.writeIn(draft.write('editing'), messageId, () => new Map()).set(userId, now);
}

export function stopEditing(draft: Draft<State>, messageId: number, userId: number): void {
  if (!draft.state.editing.get(messageId)?.has(userId)) return;
  const messages = draft.write('editing');
  const editors = draft.writeIn(messages, messageId, () => new Map());
  editors.delete(userId);
  if (editors.size === 0) messages.delete(messageId);
}

/** Who writes in a conversation, longest first; neither oneself nor muted users (web.md 2.17). */
export function typistsIn(state: TypingState, conversation: Conversation): number[] {
  return shown(state, state.typing.get(conversationKey(conversation)));
}

function shown({ mutedUsers, userId }: TypingState, typists: Typists = new Map()): number[] {
  return [...typists.keys()].filter((id) => id !== userId && !mutedUsers.has(id));
}

/** Forgets those who were not heard of for `server_typing_started_expiry_period_milliseconds`. */
export function forgetTypists(draft: Draft<State>, now: number): void {
  const since = now - draft.state.organization.server_typing_started_expiry_period_milliseconds;
  for (const [key, typists] of draft.state.typing) {
    if (hasOld(typists, since)) keepSince(draft.write('typing'), key, typists, since);
  }
  for (const [id, typists] of draft.state.editing) {
    if (hasOld(typists, since)) keepSince(draft.write('editing'), id, typists, since);
  }
}

function hasOld(typists: Typists, since: number): boolean {
  return [...typists.values()].some((at) => at <= since);
}

function keepSince<K>(map: Map<K, Typists>, key: K, typists: Typists, since: number): void {
  const kept = [...typists].filter(([, at]) => at > since);
  if (kept.length > 0) map.set(key, new Map(kept));
  else map.delete(key);
}

/** When the next typist is forgotten, in milliseconds of the local clock; undefined while nobody writes. */
export function nextForgetting({ typing, editing, organization }: TypingState): number | undefined {
  const heard = [...typing.values(), ...editing.values()].flatMap((typists) => [...typists.values()]);
  if (heard.length === 0) return undefined;
  return Math.min(...heard) + organization.server_typing_started_expiry_period_milliseconds;
}
