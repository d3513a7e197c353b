import type { PartitionBeat } from '@stoa/contracts';
import { ChangeLog, LogPage, LogRow, PageLimits, RelayMove } from './change-log';

/** The little of the database that the log needs: a named statement on the pool; int8 comes as a number. */
export interface StatementRunner {
  query<Row extends object>(name: string, sql: string, parameters: unknown[]): Promise<Row[]>;
}

interface ChangeColumns {
  seq: number | null;
  xid: number;
  routing: string;
  body: string | null;
  created_at_ms: number;
}

interface BeatColumns {
  epoch: number;
  epoch_first_seq: number;
  head: number;
  xmin: number | null;
}

const CHANGE_COLUMNS = 'seq, xid, routing, body, extract(epoch FROM created_at)::float8 * 1000 AS created_at_ms';

const MOVE = `SELECT status, epoch, epoch_first_seq, head, xmin, ${CHANGE_COLUMNS} FROM relay_move($1, $2, $3)`;

const RELEASE =
  'UPDATE relay_partition SET lease_expires_at = clock_timestamp() WHERE partition = $1 AND lease_holder = $2';

const BEAT_COLUMNS = 'epoch, epoch_first_seq, head, pg_snapshot_xmin(snapshot)::text::bigint AS xmin';

const STATE = `SELECT ${BEAT_COLUMNS} FROM relay_partition WHERE partition = $1`;

// One statement: rows and state are of one snapshot, so rows are never of a later epoch than the state says.
const READ = `SELECT counter.*, ${CHANGE_COLUMNS}
  FROM (${STATE}) AS counter LEFT JOIN LATERAL read_change_log($1, $2, $3, $4, $5) ON true ORDER BY seq`;

/** The change log through the functions of libs/database's migrations; always on the primary. */
export class PostgresChangeLog implements ChangeLog {
  constructor(private readonly database: StatementRunner) {}

  async move(partition: number, holder: string, leaseMs: number): Promise<RelayMove> {
    const parameters = [partition, holder, leaseMs];
    const rows = await this.database.query<ChangeColumns & BeatColumns & { status: string | null }>(
      'change_log_move',
      MOVE,
      parameters,
    );
    const [header, ...moved] = rows;
    if (!header) throw new Error('relay_move returned nothing');
    if (header.status === 'other') return { held: false };
    return { held: true, beat: beatOf(partition, header), rows: moved.flatMap(rowOf) };
  }

  async release(partition: number, holder: string): Promise<void> {
    await this.database.query('change_log_release', RELEASE, [partition, holder]);
  }

  async state(partition: number): Promise<PartitionBeat> {
    const [row] = await this.database.query<BeatColumns>('change_log_state', STATE, [partition]);
    if (!row) throw new Error(`there is no partition ${partition}`);
    return beatOf(partition, row);
  }

  async read(partition: number, afterSeq: number, limits: PageLimits): Promise<LogPage> {
    const rows = await this.database.query<ChangeColumns & BeatColumns>('change_log_read', READ, [
      partition,
      afterSeq,
      limits.maxRows,
      limits.maxBytes,
      limits.largestBodyBytes ?? null,
    ]);
    const [first] = rows;
    if (!first) throw new Error(`there is no partition ${partition}`);
    return { beat: beatOf(partition, first), rows: rows.flatMap(rowOf) };
  }

  async maintain(retentionSeconds: number): Promise<void> {
    await this.database.query('change_log_ensure', 'SELECT ensure_log_partitions()', []);
    await this.database.query('change_log_drop', 'SELECT drop_moved_partitions(make_interval(secs => $1))', [
      retentionSeconds,
    ]);
  }
}

function beatOf(partition: number, row: BeatColumns): PartitionBeat {
  return {
    partition,
    epoch: row.epoch,
    epochFirstSeq: row.epoch_first_seq,
    head: row.head,
    xmin: row.xmin ?? 0,
  };
}

function rowOf(row: ChangeColumns): LogRow[] {
  if (row.seq === null) return [];
  const { seq, xid, routing, body, created_at_ms: createdAtMs } = row;
  return [{ seq, xid, routing, body, createdAtMs }];
}
