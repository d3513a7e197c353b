import type { PartitionBeat, PartitionState } from '@stoa/contracts/changes';
import type { Database } from '../database';

/** A numbered change as it lies in the log. */
export interface ChangeLogRow {
  seq: number;
  xid: number;
  /** JSON texts. */
  routing: string;
  body: string;
  createdAtMs: number;
}

export type ChangeLogMove =
  { held: true; beat: PartitionBeat; rows: ChangeLogRow[]; more: boolean } | { held: false; leaseMs: number };

export interface ChangeLogStoreOptions {
  /** Life of a relay's lease, in milliseconds. */
  leaseMs?: number;
  /** How long rows stay after they were moved, in seconds. */
  retentionSeconds?: number;
}

interface BeatRow {
  epoch: number;
  epoch_first_seq: number;
  head: number;
  xmin: number;
}

interface LogRow {
  seq: number;
  xid: number;
  routing: string;
  body: string;
  created_at: Date;
}

type MoveRow = BeatRow &
  LogRow & { partition: number; status: 'mine' | 'other' | null; lease_left_ms: number; moved: number };
type ReadRow = BeatRow & Omit<LogRow, 'seq'> & { seq: number | null };
type StateRow = BeatRow & { previous_epoch: number | null };

/** Bytes of a page that a move reads after its first rows; what is beyond, consumers read from the log themselves. */
const MOST_BYTES_AFTER_MOVE = 4 * 1024 * 1024;
/** Of rows in a move's answer, all partitions together: as much as fits into the sockets' buffers (relay_move.sql). */
const MOST_MOVED_BYTES = 48 * 1024;
/** Locks the counters in the order of the partitions, as everybody does. */
const MOVE_SQL = `SELECT p.partition, m.status, m.lease_left_ms, m.epoch, m.epoch_first_seq, m.head, m.moved, m.xmin,
    m.seq, m.xid, m.routing, m.body, m.created_at
  FROM unnest($1::smallint[]) AS p(partition)
    CROSS JOIN LATERAL relay_move(p.partition, $2, $3, $4, $5::integer / cardinality($1)) m`;
const STATE_SQL = `SELECT epoch, epoch_first_seq, previous_epoch, head,
    coalesce(pg_snapshot_xmin(snapshot)::text::bigint, 0) AS xmin
  FROM relay_partition WHERE partition = $1::smallint`;
const READ_SQL = `SELECT p.epoch, p.epoch_first_seq, p.head, coalesce(pg_snapshot_xmin(p.snapshot)::text::bigint, 0) AS xmin,
    l.seq, l.xid, l.routing, l.body, l.created_at
  FROM relay_partition p LEFT JOIN LATERAL read_change_log(p.partition, $2, $3, $4) l ON true
  WHERE p.partition = $1::smallint ORDER BY l.seq`;

/** The SQL of the change log: the port that the relay and the consumers of libs/changes use. */
export class ChangeLogStore {
  private readonly leaseMs: number;
  private readonly retentionSeconds: number;

  constructor(
    private readonly database: Database,
    options: ChangeLogStoreOptions = {},
  ) {
    this.leaseMs = options.leaseMs ?? 3_000;
    this.retentionSeconds = options.retentionSeconds ?? 7_200;
  }

  /**
   * Numbers every newly visible outbox row of the partition, even beyond `maxRows`, and renews the lease. `rows` begins
   * with the first of them and may end before `beat.head`: the rest is in the log.
   */
  async move(partition: number, holder: string, maxRows: number): Promise<ChangeLogMove> {
    const move = (await this.moveAll([partition], holder, maxRows)).get(partition);
    if (!move) throw new Error('relay_move returned nothing');
    return move;
  }

  /** {@link move} for several partitions, in ascending order, by one statement. */
  async moveAll(
    partitions: readonly number[],
    holder: string,
    maxRows: number,
  ): Promise<ReadonlyMap<number, ChangeLogMove>> {
    const values = [partitions, holder, this.leaseMs, maxRows, MOST_MOVED_BYTES];
    const all = await this.database.query<MoveRow>('relay_move', MOVE_SQL, values);
    const found = partitions.map(async (partition) => {
      const [header, ...moved] = all.filter((row) => row.partition === partition);
      return header ? [[partition, await this.moveOf(partition, header, moved, maxRows)] as const] : [];
    });
    return new Map((await Promise.all(found)).flat());
  }

  private async moveOf(
    partition: number,
    header: MoveRow,
    moved: readonly MoveRow[],
    maxRows: number,
  ): Promise<ChangeLogMove> {
    if (header.status === 'other') return { held: false, leaseMs: header.lease_left_ms };
    const beat = toBeat(partition, header);
    const rows = moved.map(toRow);
    if (rows.length >= Math.min(maxRows, header.moved)) return { held: true, beat, rows, more: false };
    const seen = beat.head - header.moved + rows.length;
    const page = await this.read(partition, seen, maxRows - rows.length, MOST_BYTES_AFTER_MOVE);
    return { held: true, beat, rows: [...rows, ...page.rows], more: false };
  }

  /** Ends the holder's lease at once, so that another relay need not wait for it. */
  async release(partition: number, holder: string): Promise<void> {
    const sql =
      'UPDATE relay_partition SET lease_expires_at = clock_timestamp() WHERE partition = $1::smallint AND lease_holder = $2';
    await this.database.query('relay_release', sql, [partition, holder]);
  }

  /** Where the partition stands. */
  async state(partition: number): Promise<PartitionState> {
    const [row] = await this.database.query<StateRow>('change_log_state', STATE_SQL, [partition]);
    if (!row) throw new Error(`There is no partition ${partition}`);
    return { ...toBeat(partition, row), previousEpoch: row.previous_epoch };
  }

  /** At most `maxRows` rows after `afterSeq`, about `maxBytes` of them but at least one, with the partition's state. */
  async read(
    partition: number,
    afterSeq: number,
    maxRows: number,
    maxBytes: number,
  ): Promise<{ beat: PartitionBeat; rows: ChangeLogRow[] }> {
    const rows = await this.database.query<ReadRow>('change_log_read', READ_SQL, [
      partition,
      afterSeq,
      maxRows,
      maxBytes,
    ]);
    const [first] = rows;
    if (!first) throw new Error(`There is no partition ${partition}`);
    return {
      beat: toBeat(partition, first),
      rows: rows.flatMap((row) => (row.seq === null ? [] : [toRow({ ...row, seq: row.seq })])),
    };
  }

  /** Creates the partitions of the coming day and drops those whose rows were moved long enough ago. */
  async maintain(): Promise<void> {
    await this.database.query('ensure_log_partitions', 'SELECT ensure_log_partitions()');
    await this.database.query('drop_moved_partitions', 'SELECT drop_moved_partitions(make_interval(secs => $1))', [
      this.retentionSeconds,
    ]);
  }
}

function toBeat(partition: number, row: BeatRow): PartitionBeat {
  return { partition, epoch: row.epoch, head: row.head, xmin: row.xmin, epochFirstSeq: row.epoch_first_seq };
}

function toRow(row: LogRow): ChangeLogRow {
  const { seq, xid, routing, body, created_at } = row;
  return { seq, xid, routing, body, createdAtMs: created_at.getTime() };
}
