import type { DirectKey } from '../store/conversation';
import type { State } from '../store/state';
import { countsTowardHome, isMutedDirect } from '../store/unread-counts';

export interface UnreadTopicRow {
  readonly channelId: number;
  readonly topic: string;
  readonly count: number;
  readonly newestId: number;
  readonly isMention: boolean;
}

export interface UnreadDirectRow {
  readonly key: DirectKey;
  readonly count: number;
  readonly newestId: number;
}

/** Topics of a channel that have unread messages and count toward home, the newest first (web.md 2.13). */
export function unreadTopics(state: State, channelId: number): UnreadTopicRow[] {
  const topics = [...(state.unreadTopics.get(channelId)?.values() ?? [])];
  return topics
    .filter(({ topic }) => countsTowardHome(state, channelId, topic))
    .map(({ topic, ids }) => ({
      channelId,
      topic,
      count: ids.length,
      newestId: ids.at(-1) ?? 0,
      isMention: ids.some((id) => state.unreadMentions.has(id)),
    }))
    .sort((a, b) => b.newestId - a.newestId);
}

/** Direct conversations that have unread messages, the newest first; those of muted people alone are left out. */
export function unreadDirects(state: State): UnreadDirectRow[] {
  return [...state.unreadDirects]
    .filter(([key]) => !isMutedDirect(state, key))
    .map(([key, { ids }]) => ({ key, count: ids.length, newestId: ids.at(-1) ?? 0 }))
    .sort((a, b) => b.newestId - a.newestId);
}
