import type { Metrics } from '@stoa/observability';
import { RelayMove } from './change-log';
import { PARTITIONS } from './subjects';

/** What the relays of one process report. */
export interface RelayMetrics {
  observeMove(partition: number, move: Extract<RelayMove, { held: true }>, milliseconds: number): void;
  observeStandby(partition: number): void;
  observeFailure(partition: number): void;
}

export function relayMetrics(metrics: Metrics): RelayMetrics {
  const moved = metrics.counter('stoa_relay_changes_total', 'Changes that were numbered.', ['partition']);
  const failures = metrics.counter('stoa_relay_failures_total', 'Moves that failed.', ['partition']);
  // From zero on, or the first failure would not show as an increase.
  for (const partition of PARTITIONS) failures.inc({ partition: String(partition) }, 0);
  const holding = metrics.gauge('stoa_relay_holding', '1 while this process holds the lease of the partition.', [
    'partition',
  ]);
  const movedAt = metrics.gauge(
    'stoa_relay_moved_at_seconds',
    'When this process last moved changes of the partition, or found none, in seconds since the epoch.',
    ['partition'],
  );
  const head = metrics.gauge('stoa_relay_head_seq', 'Newest number given out.', ['partition']);
  const lag = metrics.histogram('stoa_outbox_lag_seconds', 'From writing a change to numbering it, in seconds.', [
    'partition',
  ]);
  const seconds = metrics.histogram('stoa_relay_move_seconds', 'Duration of a move that moved rows, in seconds.', [
    'partition',
  ]);
  return {
    observeMove(partition, move, milliseconds) {
      const label = { partition: String(partition) };
      holding.set(label, 1);
      head.set(label, move.beat.head);
      movedAt.set(label, Date.now() / 1000);
      const oldest = move.rows[0];
      if (!oldest) return;
      moved.inc(label, move.rows.length);
      seconds.observe(label, milliseconds / 1000);
      lag.observe(label, Math.max(0, Date.now() - oldest.createdAtMs) / 1000);
    },
    observeStandby: (partition) => holding.set({ partition: String(partition) }, 0),
    observeFailure: (partition) => failures.inc({ partition: String(partition) }),
  };
}

/** For tests and tools that report nothing. */
export const SILENT_RELAY_METRICS: RelayMetrics = {
  observeMove: () => undefined,
  observeStandby: () => undefined,
  observeFailure: () => undefined,
};
