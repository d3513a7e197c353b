import type { PartitionBeat } from '@stoa/contracts';

/** A row of the change log as the database gives it. */
export interface LogRow {
  seq: number;
  xid: number;
  /** JSON texts; the body is null where it was not asked for because of its size. */
  routing: string;
  body: string | null;
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
  /** Another holder's lease stands: nothing was done. */
  | { held: false };

export interface LogPage {
  beat: PartitionBeat;
  /** Ascending seq; contiguous unless the log was cut in between. */
  rows: LogRow[];
}

export interface PageLimits {
  maxRows: number;
  /** At least one row is read, whatever its size. */
  maxBytes: number;
  /** Larger bodies are left out. */
  largestBodyBytes?: number;
}

/** The numbered changes in PostgreSQL: the only copy that must survive. */
export interface ChangeLog {
  /**
   * Gives every newly visible outbox row of the partition the next seq, in causal order, and renews the holder's
   * lease; does nothing while another holder's lease stands.
   */
  move(partition: number, holder: string, leaseMs: number): Promise<RelayMove>;
  /** Gives the lease up, so that another relay need not wait for its end. */
  release(partition: number, holder: string): Promise<void>;
  /** Where the partition stands: where a consumer without a position begins. */
  state(partition: number): Promise<PartitionBeat>;
  /** Rows after `seq` with the state of the partition, read together on the primary. */
  read(partition: number, afterSeq: number, limits: PageLimits): Promise<LogPage>;
  /** Creates the coming hours' partitions of outbox and log; drops what was moved longer than the retention ago. */
  maintain(retentionSeconds: number): Promise<void>;
}
