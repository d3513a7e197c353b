import type { PartitionBeat } from '@stoa/contracts';

/** A row of the change log as the database gives it. */
export interface LogRow {
  seq: number;
  xid: number;
  /** JSON texts. */
  routing: string;
  body: string;
  /** When the change's transaction wrote it, in milliseconds since the epoch. */
  createdAtMs: number;
}

/** What one call of the relay's function did. */
export type RelayMove =
  | { held: true; beat: PartitionBeat; rows: LogRow[]; more: boolean }
  | { held: false; /** How long the other holder's lease still stands. */ leaseMs: number };

export interface LogPage {
  beat: PartitionBeat;
  /** Ascending seq; contiguous unless the log was cut in between. */
  rows: LogRow[];
}

/** The numbered changes in PostgreSQL: the only copy that must survive. */
export interface ChangeLog {
  /**
   * Gives every newly visible outbox row of the partition the next seq, in causal order, and renews the holder's
   * lease; does nothing while another holder's lease stands. `more`: the row limit was reached, call again.
   */
  move(partition: number, holder: string, maxRows: number): Promise<RelayMove>;
  /** Where the partition stands: where a consumer without a position begins. */
  state(partition: number): Promise<PartitionBeat>;
  /** Rows after `seq`, at most `maxRows` and about `maxBytes`, with the state of the partition, read together. */
  read(partition: number, afterSeq: number, maxRows: number, maxBytes: number): Promise<LogPage>;
  /** Creates the coming hours' partitions of outbox and log and drops those whose rows were moved long enough ago. */
  maintain(): Promise<void>;
}
