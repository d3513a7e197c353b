import type { StreamedChange } from '@stoa/changes';
import { DEATH_REASONS } from '@stoa/event-queue';
import type { Metrics } from '@stoa/observability';

/** What the consumers of one process report. */
export interface ConsumerMetrics {
  observeBatch(partition: number, changes: readonly StreamedChange[], milliseconds: number): void;
  observeEphemeral(partition: number, changes: number): void;
  observeEphemeralDropped(changes: number): void;
  observeWakes(count: number): void;
  observeEnded(reason: string, count: number): void;
  observeMalformed(): void;
}

export function consumerMetrics(metrics: Metrics): ConsumerMetrics {
  const changes = metrics.counter('stoa_consumed_changes_total', 'Changes that were applied to queues.', ['partition']);
  const seconds = metrics.histogram('stoa_queue_append_seconds', 'From receiving a batch to its last append.', [
    'partition',
  ]);
  const delivery = metrics.histogram(
    'stoa_event_delivery_seconds',
    'From writing a change until the queues have its events, the oldest of each batch, in seconds.',
    ['partition'],
  );
  const ephemeral = metrics.counter('stoa_ephemeral_changes_total', 'Typing and presence that was passed on.', [
    'partition',
  ]);
  const dropped = metrics.counter(
    'stoa_ephemeral_changes_dropped_total',
    'Typing and presence that had to go because too much of it waited.',
  );
  const wakes = metrics.counter('stoa_queue_wakes_total', 'Held polls that were answered with events.');
  const ended = metrics.counter('stoa_queues_ended_total', 'Event queues that ended, by reason.', ['reason']);
  for (const reason of DEATH_REASONS) ended.inc({ reason }, 0);
  const malformed = metrics.counter('stoa_malformed_changes_total', 'Changes that could not be read.');
  return {
    observeBatch(partition, batch, milliseconds) {
      const label = { partition: String(partition) };
      changes.inc(label, batch.length);
      seconds.observe(label, milliseconds / 1000);
      const writtenAt = batch[0]?.writtenAtMs;
      // The clocks are those of PostgreSQL and of this machine.
      if (writtenAt !== undefined) delivery.observe(label, Math.max(0, Date.now() - writtenAt) / 1000);
    },
    observeEphemeral: (partition, count) => ephemeral.inc({ partition: String(partition) }, count),
    observeEphemeralDropped: (count) => dropped.inc(count),
    observeWakes: (count) => wakes.inc(count),
    observeEnded: (reason, count) => ended.inc({ reason }, count),
    observeMalformed: () => malformed.inc(),
  };
}
