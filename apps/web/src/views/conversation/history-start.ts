import { type Narrow, kindOf, operandOf } from '../../narrow/terms';
import type { Channel, MessageWindow, State } from '../../store/state';

/** What is said above the oldest message of a view (web-details.md B). */
export type HistoryStart =
  | { readonly kind: 'limited' | 'conversation' | 'view' }
  /** Subscribers see what was written after they came. */
  | { readonly kind: 'protected'; readonly channel: Channel }
  /** Older messages were deleted. */
  | { readonly kind: 'retention'; readonly channel: Channel; readonly days: number }
  | { readonly kind: 'channel'; readonly channel: Channel; readonly creatorId?: number };

/** How long messages stay in a channel, in days; undefined without a limit. */
function retentionOf(channel: Channel, { organization }: Pick<State, 'organization'>): number | undefined {
  const days = channel.message_retention_days ?? organization.realm_message_retention_days;
  return days === undefined || days === null || days <= 0 ? undefined : days;
}

/** Why there is nothing above the oldest message that is held. */
export function historyStartOf(
  state: Pick<State, 'channels' | 'organization'>,
  narrow: Narrow,
  { historyLimited }: Pick<MessageWindow, 'historyLimited'>,
): HistoryStart {
  if (historyLimited) return { kind: 'limited' };
  const kind = kindOf(narrow);
  const channelId = operandOf(narrow, 'channel');
  const channel = typeof channelId === 'number' ? state.channels.get(channelId) : undefined;
  if (!channel || (kind !== 'topic' && kind !== 'channel')) {
    return { kind: kind === 'direct' || kind === 'topic' ? 'conversation' : 'view' };
  }
  const days = retentionOf(channel, state);
  if (days !== undefined) return { kind: 'retention', channel, days };
  if (!channel.history_public_to_subscribers) return { kind: 'protected', channel };
  if (kind === 'topic') return { kind: 'conversation' };
  return { kind: 'channel', channel, ...(channel.creator_id === null ? {} : { creatorId: channel.creator_id }) };
}
