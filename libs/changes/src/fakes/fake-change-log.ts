import type { PartitionBeat, PartitionState } from '@stoa/contracts/changes';
import { ChangeLog, LogPage, LogRow, RelayMove } from '../change-log';

interface FakePartition {
  outbox: Omit<LogRow, 'seq'>[];
  rows: LogRow[];
  epoch: number;
  epochFirstSeq: number;
  head: number;
  lastXid: number;
  holder?: string;
  leaseUntil: number;
}

/** A change log in memory, for tests: one lease holder, contiguous seqs, epochs, truncation. */
export class FakeChangeLog implements ChangeLog {
  private readonly partitions = new Map<number, FakePartition>();
  /** Rows that a move returns at most, even if its caller allows more; the others must be read. */
  movedAtOnce = Infinity;
  /** Calls of {@link read}: what a consumer took from the log instead of from hints. */
  reads = 0;
  /** The partitions of each call of {@link moveAll}. */
  readonly sharedMoves: number[][] = [];

  constructor(private readonly leaseMs = 2_000) {}

  /** Commits a change; the next move numbers it. */
  write(partition: number, routing: string, body: string): void {
    const state = this.partition(partition);
    state.lastXid += 1;
    state.outbox.push({ xid: state.lastXid, routing, body, createdAtMs: Date.now() });
  }

  /** Forgets every row up to `seq`. */
  truncate(partition: number, seq: number): void {
    const state = this.partition(partition);
    state.rows = state.rows.filter((row) => row.seq > seq);
  }

  /** Loses every row after `seq`, as a failover without the tail does, and opens the next epoch. */
  rollBack(partition: number, seq: number): void {
    const state = this.partition(partition);
    state.rows = state.rows.filter((row) => row.seq <= seq);
    state.head = seq;
    state.epoch += 1;
    state.epochFirstSeq = seq + 1;
  }

  /** Whose lease the partition is, if it has not ended. */
  holder(partition: number): string | undefined {
    const { holder, leaseUntil } = this.partition(partition);
    return leaseUntil > performance.now() ? holder : undefined;
  }

  rows(partition: number): readonly LogRow[] {
    return this.partition(partition).rows;
  }

  async move(partition: number, holder: string, maxRows: number): Promise<RelayMove> {
    const state = this.partition(partition);
    const now = performance.now();
    if (state.holder !== undefined && state.holder !== holder && state.leaseUntil > now) {
      return { held: false, leaseMs: state.leaseUntil - now };
    }
    state.holder = holder;
    state.leaseUntil = now + this.leaseMs;
    const rows = state.outbox.splice(0).map((row) => ({ ...row, seq: (state.head += 1) }));
    state.rows.push(...rows);
    return { held: true, beat: this.beat(partition), rows: rows.slice(0, Math.min(maxRows, this.movedAtOnce)) };
  }

  async moveAll(
    partitions: readonly number[],
    holder: string,
    maxRows: number,
  ): Promise<ReadonlyMap<number, RelayMove>> {
    this.sharedMoves.push([...partitions]);
    const moved = partitions.map(
      async (partition) => [partition, await this.move(partition, holder, maxRows)] as const,
    );
    return new Map(await Promise.all(moved));
  }

  async release(partition: number, holder: string): Promise<void> {
    const state = this.partition(partition);
    if (state.holder === holder) state.leaseUntil = 0;
  }

  async state(partition: number): Promise<PartitionState> {
    return { ...this.beat(partition), previousEpoch: this.partition(partition).epoch - 1 };
  }

  async read(partition: number, afterSeq: number, maxRows: number): Promise<LogPage> {
    this.reads += 1;
    const rows = this.partition(partition).rows.filter((row) => row.seq > afterSeq);
    return { beat: this.beat(partition), rows: rows.slice(0, maxRows) };
  }

  async maintain(): Promise<void> {}

  private beat(partition: number): PartitionBeat {
    const { epoch, epochFirstSeq, head, lastXid, outbox } = this.partition(partition);
    return { partition, epoch, epochFirstSeq, head, xmin: outbox[0]?.xid ?? lastXid + 1 };
  }

  private partition(partition: number): FakePartition {
    let state = this.partitions.get(partition);
    if (!state) {
      state = { outbox: [], rows: [], epoch: 1, epochFirstSeq: 1, head: 0, lastXid: 100, leaseUntil: 0 };
      this.partitions.set(partition, state);
    }
    return state;
  }
}
