import type { State } from './state';
import {
  type CountedState,
  TopicPolicy,
  type UnreadCounts,
  channelCounts,
  countedMentions,
  unreadCounts,
} from './unread-counts';

/** What a channel's badge shows (`web_stream_unreads_count_display_policy`); undefined for none. */
export interface Badge {
  readonly count: number;
  /** Nothing of it counts toward home. */
  readonly isFaded: boolean;
  /** Only that there is something, not how much. */
  readonly isDot: boolean;
}

const DisplayPolicy = { All: 1, Unmuted: 2, None: 3 } as const;

/** The badge of a channel in the sidebar. */
export function channelBadge(state: CountedState & Pick<State, 'settings'>, channelId: number): Badge | undefined {
  const { counting, muted } = channelCounts(state, channelId);
  const count = counting || muted;
  if (count === 0) return undefined;
  const policy = state.settings.web_stream_unreads_count_display_policy;
  const isMuted = state.channels.get(channelId)?.subscription?.is_muted === true;
  const isDot = policy === DisplayPolicy.None || (policy === DisplayPolicy.Unmuted && isMuted);
  return { count, isFaded: counting === 0, isDot };
}

const IconCount = { All: 1, DirectsMentionsAndFollowed: 2, DirectsAndMentions: 3, None: 4 } as const;

/** What title and icon count (`desktop_icon_count_display`). */
export function titleCount(state: CountedState & Pick<State, 'settings'>): number {
  const counts = unreadCounts(state);
  switch (state.settings.desktop_icon_count_display) {
    case IconCount.None:
      return 0;
    case IconCount.DirectsAndMentions:
      return counts.directs + channelMentions(counts);
    case IconCount.DirectsMentionsAndFollowed:
      return counts.directs + channelMentions(counts) + followedWithoutMentions(state);
    default:
      return counts.home;
  }
}

/** The number as the title says it; empty for none. More than the service tells of may count toward home. */
export function titleCountText(state: Parameters<typeof titleCount>[0] & Pick<State, 'oldUnreadsMissing'>): string {
  const count = titleCount(state);
  return count === 0 ? '' : `(${count}${state.oldUnreadsMissing ? '+' : ''}) `;
}

/** Mentions in direct messages are counted as direct messages already. */
function channelMentions({ channels }: UnreadCounts): number {
  return [...channels.values()].reduce((sum, { mentions }) => sum + mentions, 0);
}

function followedWithoutMentions(state: CountedState): number {
  const mentions = new Set(countedMentions(state));
  let sum = 0;
  for (const [channelId, topics] of state.userTopics) {
    for (const [key, { visibility_policy }] of topics) {
      if (visibility_policy !== TopicPolicy.Followed) continue;
      const ids = state.unreadTopics.get(channelId)?.get(key)?.ids ?? [];
      sum += ids.filter((id) => !mentions.has(id)).length;
    }
  }
  return sum;
}
