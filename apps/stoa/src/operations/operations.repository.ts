import { Database } from '@stoa/database';

/** One partition of the change log, as the database has it. */
export interface PartitionRow extends Record<string, unknown> {
  partition: number;
  epoch: number;
  head: number;
  /** Null: no relay holds the partition. */
  relay: string | null;
  /** Committed changes that have no number yet. */
  unnumbered: number;
  /** Age of the oldest of them, in seconds. */
  unnumberedSeconds: number;
  pushSeq: number | null;
}

/** Work that waits in the database. */
export interface WaitingRow extends Record<string, unknown> {
  queue: string;
  waiting: number;
  /** Age of the oldest that is due, in seconds; null if nothing is. */
  oldestSeconds: number | null;
  failed: number;
}

// What is not in the snapshot of the last move: the same question that the relay asks, over the same index.
const PARTITIONS = `
  SELECT p.partition, p.epoch, p.head,
    CASE WHEN p.lease_expires_at > now() THEN p.lease_holder END AS relay,
    o.unnumbered, o.seconds AS "unnumberedSeconds",
    (SELECT s.seq FROM push_position s WHERE s.partition = p.partition AND s.epoch = p.epoch) AS "pushSeq"
  FROM relay_partition p CROSS JOIN LATERAL (
    SELECT count(*)::int AS unnumbered, COALESCE(extract(epoch FROM now() - min(created_at)), 0)::float8 AS seconds
    FROM outbox o WHERE o.partition = p.partition
      AND (p.snapshot IS NULL OR (o.xid >= pg_snapshot_xmin(p.snapshot) AND NOT pg_visible_in_snapshot(o.xid, p.snapshot)))
  ) o ORDER BY p.partition`;

const age = (moment: string, which = 'true'): string =>
  `extract(epoch FROM now() - min(${moment}) FILTER (WHERE ${which}))::float8`;
const WAITING = `
  SELECT 'push' AS queue, count(*) FILTER (WHERE failed_at IS NULL)::int AS waiting,
    ${age('created_at', 'failed_at IS NULL')} AS "oldestSeconds",
    count(*) FILTER (WHERE failed_at IS NOT NULL)::int AS failed FROM push_job
  UNION ALL SELECT 'mails', count(*) FILTER (WHERE failed_at IS NULL AND created_at <= now())::int,
    ${age('created_at', 'failed_at IS NULL AND created_at <= now()')}, count(*) FILTER (WHERE failed_at IS NOT NULL)::int FROM mail_job
  UNION ALL SELECT 'scheduled messages', count(*) FILTER (WHERE delivered_at IS NULL AND NOT s.failed)::int,
    ${age('deliver_at', 'delivered_at IS NULL AND NOT s.failed AND deliver_at <= now()')},
    count(*) FILTER (WHERE s.failed)::int FROM scheduled_message s
  UNION ALL SELECT 'reminders', count(*) FILTER (WHERE delivered_at IS NULL AND NOT r.failed)::int,
    ${age('deliver_at', 'delivered_at IS NULL AND NOT r.failed AND deliver_at <= now()')},
    count(*) FILTER (WHERE r.failed)::int FROM reminder r
  UNION ALL SELECT 'pending reads', count(*)::int, ${age('due_at', 'due_at <= now()')}, 0 FROM pending_read
  UNION ALL SELECT 'account notices', count(*)::int, ${age('created_at')}, 0 FROM account_notice
  UNION ALL SELECT 'notices', count(*)::int, ${age('created_at')}, 0 FROM pending_notice
  UNION ALL SELECT 'exports', count(*) FILTER (WHERE completed_at IS NULL AND failed_at IS NULL)::int,
    ${age('requested_at', 'completed_at IS NULL AND failed_at IS NULL')},
    count(*) FILTER (WHERE failed_at IS NOT NULL)::int FROM realm_export`;

/** What the tool's commands ask the database about work that is under way. */
export class OperationsRepository {
  constructor(private readonly database: Database) {}

  partitions(): Promise<PartitionRow[]> {
    return this.database.query<PartitionRow>('tool_partitions', PARTITIONS);
  }

  waiting(): Promise<WaitingRow[]> {
    return this.database.query<WaitingRow>('tool_waiting', WAITING);
  }

  async version(): Promise<string> {
    const [row] = await this.database.query<{ server_version: string }>('tool_version', 'SHOW server_version');
    return row?.server_version ?? 'unknown';
  }
}
