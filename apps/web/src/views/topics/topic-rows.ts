import { matchesText } from '../../parts/text-match';
import type { State } from '../../store/state';
import { isResolved, topicKey, unresolvedName } from '../../store/topics';
import { TopicPolicy, topicCount, topicPolicy } from '../../store/unread-counts';

/** Which topics of a channel are listed. */
export const SHOWN = ['all', 'followed', 'unmuted'] as const;
export type Shown = (typeof SHOWN)[number];

export interface TopicRow {
  readonly topic: string;
  readonly policy: number;
  readonly unread: number;
  readonly isMention: boolean;
}

interface Wanted {
  channelId: number;
  typed: string;
  shown: Shown;
}

export type TopicState = Pick<State, 'topics' | 'userTopics' | 'unreadTopics' | 'unreadMentions' | 'organization'>;

function isShown(policy: number, shown: Shown): boolean {
  if (shown === 'followed') return policy === TopicPolicy.Followed;
  return shown === 'all' || policy !== TopicPolicy.Muted;
}

/** Topics of a channel that have the words typed, the one with the newest message first (web-details.md B). */
export function topicRows(state: TopicState, { channelId, typed, shown }: Wanted): readonly TopicRow[] {
  return [...(state.topics.get(channelId)?.values() ?? [])]
    .sort((a, b) => b.maxId - a.maxId)
    .map(({ name }) => ({
      topic: name,
      policy: topicPolicy(state, channelId, name),
      unread: topicCount(state, channelId, name),
      isMention: (state.unreadTopics.get(channelId)?.get(topicKey(name))?.ids ?? []).some((id) =>
        state.unreadMentions.has(id),
      ),
    }))
    .filter(({ policy }) => isShown(policy, shown))
    .filter(({ topic }) => answers(typed, topic, state.organization.realm_empty_topic_display_name));
}

const RESOLVED = /(?:^|\s)(-?)is:resolved(?=\s|$)/gi;

/** Words that were typed, and `is:resolved` or `-is:resolved` among them. */
function answers(typed: string, topic: string, emptyName: string): boolean {
  const isWanted = [...typed.matchAll(RESOLVED)].every(([, minus]) => isResolved(topic) === (minus === ''));
  return isWanted && matchesText(typed.replace(RESOLVED, ' '), unresolvedName(topic) || emptyName);
}
