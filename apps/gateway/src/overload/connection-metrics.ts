import type { Metrics } from '@stoa/observability';

/** What a client did too slowly. */
const REASONS = ['headers', 'body', 'unread', 'unread_total'] as const;

/** What the process says of its connections. */
export class ConnectionMetrics {
  /** Counts a connection or request that was refused: `limit` and `pipelined` with 503, `unseen` by closing it. */
  readonly refused: (how: 'limit' | 'pipelined' | 'unseen') => void;
  /** Counts a connection that was ended because of what its client does. */
  readonly ended: (reason: (typeof REASONS)[number]) => void;

  constructor(metrics: Metrics, size: () => number) {
    metrics.gauge('stoa_http_connections', 'Connections of clients that are open.', [], (gauge) => gauge.set(size()));
    const refused = metrics.counter(
      'stoa_http_connections_refused_total',
      'Requests on connections beyond the limit, requests beyond the limit of one connection, connections closed unseen.',
      ['how'],
    );
    const ended = metrics.counter(
      'stoa_http_connections_ended_total',
      'Connections that were ended because their client was too slow: with its header, its body, or in reading answers.',
      ['reason'],
    );
    // From zero on, or the first ones would not show as an increase.
    for (const how of ['limit', 'pipelined', 'unseen']) refused.inc({ how }, 0);
    for (const reason of REASONS) ended.inc({ reason }, 0);
    this.refused = (how) => refused.inc({ how });
    this.ended = (reason) => ended.inc({ reason });
  }
}
