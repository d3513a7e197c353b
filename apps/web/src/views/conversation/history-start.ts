import { type Narrow, kindOf, operandOf } from '../../narrow/terms';
import type { Channel, MessageWindow, State } from '../../store/state';

/** What is said above the oldest message of a view (web-details.md B). */
export type HistoryStart =
  | { readonly kind: 'limited' | 'conversation' | 'view' }
  /** Subscribers see what was written after they came. */
  | { readonly kind: 'protected'; readonly channel: Channel }
  /** Older messages were deleted: of a channel, or of everything that goes by the organization. */
  | { readonly kind: 'retention'; readonly channel?: Channel; readonly days: number }
  | { readonly kind: 'channel'; readonly channel: Channel; readonly creatorId?: number };

type LimitState = Pick<State, 'channels' | 'organization'>;
type Limited = Pick<MessageWindow, 'historyLimited'>;

/** How long messages stay in a channel, or where none is given; in days, undefined without a limit. */
function retentionOf(channel: Channel | undefined, { organization }: LimitState): number | undefined {
  const days = channel?.message_retention_days ?? organization.realm_message_retention_days;
  return days === undefined || days === null || days <= 0 ? undefined : days;
}

function channelOf(narrow: Narrow, { channels }: LimitState): Channel | undefined {
  const channelId = operandOf(narrow, 'channel');
  return typeof channelId === 'number' ? channels.get(channelId) : undefined;
}

/** What keeps older messages of a narrow from the user, whether it shows messages or none (web-details.md B). */
export function historyLimitsOf(
  state: LimitState,
  narrow: Narrow,
  { historyLimited }: Limited,
): readonly HistoryStart[] {
  const channel = channelOf(narrow, state);
  const days = retentionOf(channel, state);
  return [
    ...(historyLimited ? [{ kind: 'limited' } as const] : []),
    ...(days === undefined ? [] : [{ kind: 'retention', channel, days } as const]),
    ...(channel && !channel.history_public_to_subscribers ? [{ kind: 'protected', channel } as const] : []),
  ];
}

/** Why there is nothing above the oldest message that is held. */
export function historyStartOf(state: LimitState, narrow: Narrow, limited: Limited): HistoryStart {
  const kind = kindOf(narrow);
  const channel = channelOf(narrow, state);
  const isOne = kind === 'direct' || (channel !== undefined && (kind === 'topic' || kind === 'channel'));
  // Views of many conversations go by the limits of none.
  const [limit] = isOne || limited.historyLimited ? historyLimitsOf(state, narrow, limited) : [];
  if (limit) return limit;
  if (kind === 'direct' || kind === 'topic') return { kind: 'conversation' };
  if (!channel || kind !== 'channel') return { kind: 'view' };
  return { kind: 'channel', channel, ...(channel.creator_id === null ? {} : { creatorId: channel.creator_id }) };
}
