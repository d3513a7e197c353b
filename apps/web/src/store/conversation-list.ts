import type { DirectKey, TopicConversation } from './conversation';
import type { Draft } from './draft';
import type { DirectMessage } from './message';
import type { State, Topic } from './state';
import { isSameTopic, topicKey } from './topics';

/** What came to be known of a topic: a message in it, or its entry in the channel's list. */
export function noteTopic(
  draft: Draft<State>,
  { channelId, topic }: TopicConversation,
  { maxId, hasOwnMessage }: Omit<Topic, 'name'>,
): void {
  const key = topicKey(topic);
  const known = draft.state.topics.get(channelId)?.get(key);
  if (known && known.maxId >= maxId && (known.hasOwnMessage || !hasOwnMessage)) return;
  const isNewer = !known || maxId > known.maxId;
  const next = {
    name: isNewer ? topic : known.name,
    maxId: isNewer ? maxId : known.maxId,
    hasOwnMessage: hasOwnMessage || (known?.hasOwnMessage ?? false),
  };
  draft.writeIn(draft.write('topics'), channelId, () => new Map()).set(key, next);
}

interface Leaving {
  /** Messages that are not in the topic any more. */
  gone: readonly number[];
  /** They were all that it had. */
  isWhole: boolean;
}

/**
 * Messages left a topic, or exist no more. Its newest message is then the newest that is known; one with none that is
 * known keeps its place in the list, unless all of it left.
 * @returns whether the user wrote there
 */
export function forgetInTopic(
  draft: Draft<State>,
  { channelId, topic }: TopicConversation,
  { gone, isWhole }: Leaving,
): boolean {
  const key = topicKey(topic);
  const known = draft.state.topics.get(channelId)?.get(key);
  if (!known) return false;
  const { hasOwnMessage } = known;
  if (!isWhole && !gone.includes(known.maxId)) return hasOwnMessage;
  const maxId = newestIn(draft.state, channelId, topic);
  const topics = draft.writeIn(draft.write('topics'), channelId, () => new Map());
  if (maxId !== undefined) topics.set(key, { ...known, maxId });
  else if (isWhole) topics.delete(key);
  return hasOwnMessage;
}

function newestIn(state: Readonly<State>, channelId: number, topic: string): number | undefined {
  let newest = state.unreadTopics.get(channelId)?.get(topicKey(topic))?.ids.at(-1);
  for (const message of state.messages.values()) {
    if (message.type !== 'stream' || message.stream_id !== channelId || !isSameTopic(message.topic, topic)) continue;
    newest = Math.max(newest ?? message.id, message.id);
  }
  return newest;
}

/** A direct message came. */
export function noteDirect(draft: Draft<State>, key: DirectKey, id: number): void {
  if (id > (draft.state.recentDirects.get(key) ?? -1)) draft.write('recentDirects').set(key, id);
}

/** A direct message was deleted: the conversation's newest is then the newest that is held, if any is. */
export function forgetInDirect(draft: Draft<State>, { id, directKey: key }: DirectMessage): void {
  if (draft.state.recentDirects.get(key) !== id) return;
  let newest = -1;
  for (const message of draft.state.messages.values()) {
    if (message.type === 'private' && message.directKey === key) newest = Math.max(newest, message.id);
  }
  if (newest > 0) draft.write('recentDirects').set(key, newest);
}
