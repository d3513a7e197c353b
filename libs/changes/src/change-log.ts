import type { PartitionBeat, PartitionState } from '@stoa/contracts/changes';

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
  | {
      held: true;
      beat: PartitionBeat;
      /** What was moved; when the last row is below the beat's head, the log has the rest. */
      rows: LogRow[];
    }
  /** Another holder's lease stands for so long: nothing was done. */
  | { held: false; leaseMs: number };

export interface LogPage {
  beat: PartitionBeat;
  /** Ascending seq; contiguous unless the log was cut in between. */
  rows: LogRow[];
}

/**
 * The numbered changes in PostgreSQL, the only copy that must survive: `ChangeLogStore` of libs/database, or a fake.
 */
export interface ChangeLog {
  /**
   * Gives every newly visible outbox row of the partition the next seq, in causal order, and renews the holder's
   * lease; does nothing while another holder's lease stands. Returns at most `maxRows` of the rows.
   */
  move(partition: number, holder: string, maxRows: number): Promise<RelayMove>;
  /** The same for several partitions, by one statement: what each of them was given is decided for itself. */
  moveAll(partitions: readonly number[], holder: string, maxRows: number): Promise<ReadonlyMap<number, RelayMove>>;
  /** Gives the lease up, so that another relay need not wait for its end. */
  release(partition: number, holder: string): Promise<void>;
  /** Where the partition stands: where a consumer without a position begins. */
  state(partition: number): Promise<PartitionState>;
  /**
   * At most `maxRows` rows after `afterSeq`, about `maxBytes` of them but at least one, with the state of the
   * partition, read together on the primary.
   */
  read(partition: number, afterSeq: number, maxRows: number, maxBytes: number): Promise<LogPage>;
  /** Creates the coming hours' partitions of outbox and log; drops those that were moved long enough ago. */
  maintain(): Promise<void>;
}
