import type { DirectKey } from '../../store/conversation';
import type { State } from '../../store/state';
import { isSameTopic } from '../../store/topics';
import { TopicPolicy, isMutedDirect } from '../../store/unread-counts';
import type { TopicRow } from '../../views/topics/topic-rows';

/** Rows that stand before "show all": these anyway, up to the second number if they are unread (web-details.md A.2). */
const TOPICS = { anyway: 8, unread: 12 } as const;
const DIRECTS = { anyway: 8, unread: 15 } as const;

function firstRows<T>(
  rows: readonly T[],
  most: { anyway: number; unread: number },
  isUnread: (row: T) => boolean,
): T[] {
  const shown: T[] = [];
  for (const [position, row] of rows.entries()) {
    if (position < most.anyway || (shown.length < most.unread && isUnread(row))) shown.push(row);
  }
  return shown;
}

interface TopicsAsked {
  isChannelMuted: boolean;
  /** The one that the view shows. */
  open?: string;
}

/** The topics that stand below an open channel: its newest, those with unread messages, and the open one always. */
export function shownTopics(rows: readonly TopicRow[], { isChannelMuted, open }: TopicsAsked): readonly TopicRow[] {
  const isOpen = ({ topic }: TopicRow): boolean => open !== undefined && isSameTopic(topic, open);
  const isWanted = ({ policy }: TopicRow): boolean =>
    policy === TopicPolicy.Followed || (isChannelMuted && policy === TopicPolicy.Unmuted);
  const audible = rows.filter((row) => row.policy !== TopicPolicy.Muted);
  const ordered = isChannelMuted ? [...audible.filter(isWanted), ...audible.filter((row) => !isWanted(row))] : audible;
  const shown = firstRows(ordered, TOPICS, ({ unread }) => unread > 0);
  const openRow = rows.find(isOpen);
  return openRow && !shown.includes(openRow) ? [...shown, openRow] : shown;
}

type DirectState = Pick<State, 'recentDirects' | 'unreadDirects' | 'mutedUsers'>;

/** All direct conversations, the one with the newest message first. */
export function directsInOrder({ recentDirects, unreadDirects }: DirectState): readonly DirectKey[] {
  const newest = new Map(recentDirects);
  for (const [key, { ids }] of unreadDirects) newest.set(key, Math.max(newest.get(key) ?? 0, ids.at(-1) ?? 0));
  return [...newest].sort(([, a], [, b]) => b - a).map(([key]) => key);
}

/** Those that stand in the sidebar: the newest, those with unread messages, the open one; none of muted people alone. */
export function shownDirects(state: DirectState, open: DirectKey | undefined): readonly DirectKey[] {
  const all = directsInOrder(state);
  const audible = all.filter((key) => !isMutedDirect(state, key));
  const shown = firstRows(audible, DIRECTS, (key) => state.unreadDirects.has(key));
  return open !== undefined && all.includes(open) && !shown.includes(open) ? [...shown, open] : shown;
}
