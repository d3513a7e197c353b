import type { Metrics } from '@stoa/observability';

/** What the consumers of one process report. */
export interface ConsumerMetrics {
  observeBatch(partition: number, changes: number, milliseconds: number): void;
  observeWakes(count: number): void;
  observeEnded(reason: string, count: number): void;
  observeMalformed(): void;
}

export function consumerMetrics(metrics: Metrics): ConsumerMetrics {
  const changes = metrics.counter('stoa_consumed_changes_total', 'Changes that were applied to queues.', ['partition']);
  const seconds = metrics.histogram('stoa_queue_append_seconds', 'From receiving a batch to its last append.', [
    'partition',
  ]);
  const wakes = metrics.counter('stoa_queue_wakes_total', 'Held polls that were answered with events.');
  const ended = metrics.counter('stoa_queues_ended_total', 'Event queues that ended, by reason.', ['reason']);
  const malformed = metrics.counter('stoa_malformed_changes_total', 'Changes that could not be read.');
  return {
    observeBatch(partition, count, milliseconds) {
      changes.inc({ partition: String(partition) }, count);
      seconds.observe({ partition: String(partition) }, milliseconds / 1000);
    },
    observeWakes: (count) => wakes.inc(count),
    observeEnded: (reason, count) => ended.inc({ reason }, count),
    observeMalformed: () => malformed.inc(),
  };
}
