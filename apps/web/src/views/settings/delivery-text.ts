import type { listIncomingDeliveries } from '@stoa/contracts/messages';
import type { AnswerOf } from '../../api/client';
import { type SettingsKey, ts } from '../../strings/settings-strings';
import { timeText } from './log-time';

type Answer = AnswerOf<typeof listIncomingDeliveries>;
export type Delivery = Answer['deliveries'][number];

const OUTCOMES: Readonly<Record<Delivery['outcome'], SettingsKey>> = {
  posted: 'bots.delivery.posted',
  filtered: 'bots.delivery.filtered',
  nothing: 'bots.delivery.nothing',
  unsupported: 'bots.delivery.unsupported',
  refused: 'bots.delivery.refused',
  failed: 'bots.delivery.failed',
};

/** From where, what, and how it went. */
export function deliveryText(delivery: Delivery): string {
  const { integration, events, outcome, status, duration_ms: ms, filtered_by: filters, replay_of: replayOf } = delivery;
  const facts = [
    integration,
    replayOf === null ? '' : ts('bots.delivery.replay'),
    events.join(', '),
    ts(OUTCOMES[outcome]),
    filters.join(', '),
    ts('bots.call.status', { status }),
    ts('bots.call.ms', { ms }),
  ];
  return facts.filter((fact) => fact !== '').join(' · ');
}

/** How the deliveries of a tool fare. */
export function healthText({
  integration,
  failures,
  last_success_at: lastSuccessAt,
}: Answer['health'][number]): string {
  const facts = [
    integration,
    ...(failures > 0 ? [ts('bots.deliveriesFailing', { count: failures })] : []),
    ...(lastSuccessAt === null ? [] : [ts('bots.lastSuccess', { time: timeText(lastSuccessAt) })]),
  ];
  return facts.join(' · ');
}
