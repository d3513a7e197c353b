import { type Narrow, kindOf, operandOf } from '../narrow/terms';
import type { State, UnreadTopic } from './state';
import { topicKey } from './topics';
import { TopicPolicy, countsTowardHome, isMutedDirect, topicPolicy } from './unread-counts';

type UnreadState = Pick<State, 'channels' | 'mutedUsers' | 'unreadDirects' | 'unreadTopics' | 'userTopics'>;

/** The smaller one, if there is any. */
function older(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.min(a, b);
}

function oldestOf(
  topics: ReadonlyMap<string, UnreadTopic> | undefined,
  isWanted: (topic: string) => boolean,
): number | undefined {
  let oldest: number | undefined;
  for (const { topic, ids } of topics?.values() ?? []) if (isWanted(topic)) oldest = older(oldest, ids[0]);
  return oldest;
}

function oldestDirect(state: UnreadState): number | undefined {
  let oldest: number | undefined;
  for (const [key, { ids }] of state.unreadDirects) if (!isMutedDirect(state, key)) oldest = older(oldest, ids[0]);
  return oldest;
}

function oldestOfHome(state: UnreadState): number | undefined {
  let oldest = oldestDirect(state);
  for (const [channelId, topics] of state.unreadTopics) {
    oldest = older(
      oldest,
      oldestOf(topics, (topic) => countsTowardHome(state, channelId, topic)),
    );
  }
  return oldest;
}

/** The oldest unread message of a narrow that one reads on in, as far as it is known here; muted topics of feeds apart. */
export function oldestUnread(state: UnreadState, narrow: Narrow): number | undefined {
  const channelId = operandOf(narrow, 'channel');
  const topics = typeof channelId === 'number' ? state.unreadTopics.get(channelId) : undefined;
  switch (kindOf(narrow)) {
    case 'topic':
      return topics?.get(topicKey(String(operandOf(narrow, 'topic'))))?.ids[0];
    case 'channel':
      return oldestOf(topics, (topic) => topicPolicy(state, Number(channelId), topic) !== TopicPolicy.Muted);
    case 'direct':
      return state.unreadDirects.get(String(operandOf(narrow, 'dm')))?.ids[0];
    case 'direct-feed':
      return oldestDirect(state);
    case 'feed':
      return oldestOfHome(state);
    case 'search':
    case 'other':
      return undefined;
  }
}
