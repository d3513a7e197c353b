import { usersOf } from './conversation';
import type { State, UnreadTopic } from './state';
import { topicKey } from './topics';

/** What the numbers come from. */
export type CountedState = Pick<
  State,
  | 'channels'
  | 'mutedUsers'
  | 'unreadDirects'
  | 'unreadMentions'
  | 'unreadPlaces'
  | 'unreadTopics'
  | 'unreadWildcards'
  | 'userTopics'
>;

/** Visibility policies of a topic (channels.md 3.5); 0 is that of its channel. */
export const TopicPolicy = { Inherit: 0, Muted: 1, Unmuted: 2, Followed: 3 } as const;

/** Unread messages of a channel. */
export interface ChannelCounts {
  /** In topics that count toward home: what the sidebar shows. */
  readonly counting: number;
  /** In the other topics: shown faded where nothing counts. */
  readonly muted: number;
  /** In every topic that is not muted itself: what the channel's own view shows. */
  readonly inView: number;
  /** Mentions in topics that count toward home, and by name or group in the others. */
  readonly mentions: number;
}

/** Every number of unread messages (web.md 2.13). */
export interface UnreadCounts {
  readonly channels: ReadonlyMap<number, ChannelCounts>;
  readonly directs: number;
  readonly mentions: number;
  /** Topics that count, and direct messages. */
  readonly home: number;
}

export function topicPolicy({ userTopics }: Pick<State, 'userTopics'>, channelId: number, topic: string): number {
  return userTopics.get(channelId)?.get(topicKey(topic))?.visibility_policy ?? TopicPolicy.Inherit;
}

/** Whether unread messages of the topic count toward the home view. */
export function countsTowardHome(
  state: Pick<State, 'userTopics' | 'channels'>,
  channelId: number,
  topic: string,
): boolean {
  const policy = topicPolicy(state, channelId, topic);
  if (policy === TopicPolicy.Inherit) return !state.channels.get(channelId)?.subscription?.is_muted;
  return policy === TopicPolicy.Unmuted || policy === TopicPolicy.Followed;
}

/** Unread messages of a topic. */
export function topicCount({ unreadTopics }: Pick<State, 'unreadTopics'>, channelId: number, topic: string): number {
  return unreadTopics.get(channelId)?.get(topicKey(topic))?.ids.length ?? 0;
}

/** Whether everybody else in a direct conversation is muted: it is left out of lists and counts. */
export function isMutedDirect({ mutedUsers }: Pick<State, 'mutedUsers'>, key: string): boolean {
  return usersOf(key).every((id) => mutedUsers.has(id));
}

/** Unread messages of a direct conversation. */
export function directCount({ unreadDirects }: Pick<State, 'unreadDirects'>, key: string): number {
  return unreadDirects.get(key)?.ids.length ?? 0;
}

const NONE: ChannelCounts = { counting: 0, muted: 0, inView: 0, mentions: 0 };

let last: { of: CountedState; counts: UnreadCounts } | undefined;

/** Every number at once; the same object until one of the parts that it comes from is replaced. */
export function unreadCounts(state: CountedState): UnreadCounts {
  if (last && isSame(last.of, state)) return last.counts;
  const counts = count(state, last?.counts);
  last = { of: state, counts };
  return counts;
}

function isSame(a: CountedState, b: CountedState): boolean {
  return (
    a.unreadPlaces === b.unreadPlaces &&
    a.unreadTopics === b.unreadTopics &&
    a.unreadDirects === b.unreadDirects &&
    a.unreadMentions === b.unreadMentions &&
    a.unreadWildcards === b.unreadWildcards &&
    a.userTopics === b.userTopics &&
    a.channels === b.channels &&
    a.mutedUsers === b.mutedUsers
  );
}

export function channelCounts(state: CountedState, channelId: number): ChannelCounts {
  return unreadCounts(state).channels.get(channelId) ?? NONE;
}

function count(state: CountedState, before: UnreadCounts | undefined): UnreadCounts {
  const mentions = countMentions(state);
  const channels = new Map<number, ChannelCounts>();
  for (const [channelId, topics] of state.unreadTopics) {
    const counted = countChannel(state, { channelId, topics, mentions: mentions.byChannel.get(channelId) ?? 0 });
    const known = before?.channels.get(channelId);
    // Channels whose numbers are the same stay the same object, so that only the others are drawn again.
    channels.set(channelId, known && isEqual(known, counted) ? known : counted);
  }
  let directs = 0;
  for (const [key, { ids }] of state.unreadDirects) if (!isMutedDirect(state, key)) directs += ids.length;
  let home = directs;
  for (const { counting } of channels.values()) home += counting;
  return { channels, directs, mentions: mentions.all, home };
}

function isEqual(a: ChannelCounts, b: ChannelCounts): boolean {
  return a.counting === b.counting && a.muted === b.muted && a.inView === b.inView && a.mentions === b.mentions;
}

interface CountedChannel {
  channelId: number;
  topics: ReadonlyMap<string, UnreadTopic>;
  mentions: number;
}

function countChannel(state: CountedState, { channelId, topics, mentions }: CountedChannel): ChannelCounts {
  let counting = 0;
  let muted = 0;
  let inView = 0;
  for (const { topic, ids } of topics.values()) {
    if (countsTowardHome(state, channelId, topic)) counting += ids.length;
    else muted += ids.length;
    if (topicPolicy(state, channelId, topic) !== TopicPolicy.Muted) inView += ids.length;
  }
  return { counting, muted, inView, mentions };
}

/** Unread messages that mention the user: by name or group always, by wildcard only where the topic counts. */
export function countedMentions(state: CountedState): number[] {
  return [...state.unreadMentions].filter((id) => {
    const place = state.unreadPlaces.get(id);
    if (place?.kind !== 'topic' || !state.unreadWildcards.has(id)) return place !== undefined;
    return countsTowardHome(state, place.channelId, place.topic);
  });
}

function countMentions(state: CountedState): { all: number; byChannel: ReadonlyMap<number, number> } {
  const byChannel = new Map<number, number>();
  const mentions = countedMentions(state);
  for (const id of mentions) {
    const place = state.unreadPlaces.get(id);
    if (place?.kind === 'topic') byChannel.set(place.channelId, (byChannel.get(place.channelId) ?? 0) + 1);
  }
  return { all: mentions.length, byChannel };
}
