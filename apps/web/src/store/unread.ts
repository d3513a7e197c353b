import type { Conversation, DirectKey } from './conversation';
import type { Draft } from './draft';
import type { Message } from './message';
import { conversationOf } from './message';
import type { State, UnreadIds } from './state';
import { topicKey } from './topics';

/** A message that is not read. */
export interface NewUnread {
  readonly id: number;
  readonly place: Conversation;
  /** By name or group, or only by a wildcard; undefined if the message does not mention the user. */
  readonly mention?: 'personal' | 'wildcard';
}

/** What the viewer's flags say about mentions (messages.md 11). */
export function mentionOf(flags: ReadonlySet<string>): NewUnread['mention'] {
  if (flags.has('mentioned')) return 'personal';
  const isWildcard = ['wildcard_mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned'];
  return isWildcard.some((flag) => flags.has(flag)) ? 'wildcard' : undefined;
}

/** Counts a message as unread; one that is counted already changes nothing but its mention. */
export function addUnread(draft: Draft<State>, { id, place, mention }: NewUnread): void {
  if (!draft.state.unreadPlaces.has(id)) {
    draft.write('unreadPlaces').set(id, place);
    changeIds(draft, place, (ids) => withId(ids, id));
  }
  setMention(draft, id, mention);
}

/** Adopts what is known of an unread message's mention. */
export function setMention(draft: Draft<State>, id: number, mention: NewUnread['mention']): void {
  const { unreadMentions, unreadWildcards } = draft.state;
  if (unreadMentions.has(id) !== (mention !== undefined)) {
    if (mention) draft.write('unreadMentions').add(id);
    else draft.write('unreadMentions').delete(id);
  }
  if (unreadWildcards.has(id) !== (mention === 'wildcard')) {
    if (mention === 'wildcard') draft.write('unreadWildcards').add(id);
    else draft.write('unreadWildcards').delete(id);
  }
}

/** The messages are read, or are not there any more. */
export function removeUnread(draft: Draft<State>, ids: Iterable<number>): void {
  for (const [place, gone] of byPlace(draft.state, ids)) {
    const places = draft.write('unreadPlaces');
    for (const id of gone) {
      places.delete(id);
      setMention(draft, id, undefined);
    }
    changeIds(draft, place, (known) => known.filter((id) => !gone.has(id)));
  }
}

/** The messages stand in another topic now. */
export function moveUnread(draft: Draft<State>, ids: Iterable<number>, target: Conversation): void {
  for (const [place, moved] of byPlace(draft.state, ids)) {
    const places = draft.write('unreadPlaces');
    for (const id of moved) places.set(id, target);
    changeIds(draft, place, (known) => known.filter((id) => !moved.has(id)));
    changeIds(draft, target, (known) => merged(known, moved));
  }
}

/** Nothing is unread any more. */
export function clearUnread(draft: Draft<State>): void {
  draft.set('unreadPlaces', new Map());
  draft.set('unreadTopics', new Map());
  draft.set('unreadDirects', new Map());
  draft.set('unreadMentions', new Set());
  draft.set('unreadWildcards', new Set());
  draft.set('oldUnreadsMissing', false);
}

/** Unread messages of a channel, in no order. */
export function unreadOfChannel(state: Pick<State, 'unreadTopics'>, channelId: number): number[] {
  return [...(state.unreadTopics.get(channelId)?.values() ?? [])].flatMap(({ ids }) => [...ids]);
}

/** A fetched message tells what the snapshot left open: whether an unread message mentions the user, and how. */
export function learnMention(draft: Draft<State>, message: Message): void {
  if (draft.state.unreadPlaces.has(message.id)) setMention(draft, message.id, mentionOf(message.flags));
}

export function unreadOf(message: Message): NewUnread {
  return { id: message.id, place: conversationOf(message), mention: mentionOf(message.flags) };
}

/** Those of the ids that are unread, by the conversation that they are counted in. */
function byPlace({ unreadPlaces }: Readonly<State>, ids: Iterable<number>): Map<Conversation, Set<number>> {
  const found = new Map<string, [Conversation, Set<number>]>();
  for (const id of ids) {
    const place = unreadPlaces.get(id);
    if (!place) continue;
    const key = place.kind === 'topic' ? `${place.channelId}/${topicKey(place.topic)}` : place.key;
    const known = found.get(key);
    if (known) known[1].add(id);
    else found.set(key, [place, new Set([id])]);
  }
  return new Map(found.values());
}

type Change = (ids: readonly number[]) => readonly number[];

function changeIds(draft: Draft<State>, place: Conversation, change: Change): void {
  if (place.kind === 'direct') changeDirect(draft, place.key, change);
  else changeTopic(draft, place.channelId, place.topic, change);
}

function changeDirect(draft: Draft<State>, key: DirectKey, change: Change): void {
  const directs: Map<DirectKey, UnreadIds> = draft.write('unreadDirects');
  const ids = change(directs.get(key)?.ids ?? []);
  if (ids.length > 0) directs.set(key, { ids });
  else directs.delete(key);
}

function changeTopic(draft: Draft<State>, channelId: number, topic: string, change: Change): void {
  const channels = draft.write('unreadTopics');
  const topics = draft.writeIn(channels, channelId, () => new Map());
  const key = topicKey(topic);
  const known = topics.get(key);
  const ids = change(known?.ids ?? []);
  if (ids.length > 0) topics.set(key, { topic: known?.topic ?? topic, ids });
  else topics.delete(key);
  if (topics.size === 0) channels.delete(channelId);
}

/** @param ids ascending */
function withId(ids: readonly number[], id: number): readonly number[] {
  const last = ids.at(-1);
  return last === undefined || last < id ? [...ids, id] : merged(ids, [id]);
}

function merged(ids: readonly number[], more: Iterable<number>): readonly number[] {
  return [...new Set([...ids, ...more])].sort((a, b) => a - b);
}
