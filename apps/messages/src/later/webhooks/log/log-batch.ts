import { errorCode } from '@stoa/database';
import { forAll } from '@stoa/observability';

/** A row waits for others as long, in milliseconds. */
const GATHER_MS = 50;
/** So many go at once. */
const MOST = 100;
/** Bytes of rows that go at once; a larger row goes alone. */
const MOST_BYTES = 2_000_000;
/** While the database is slow; then the oldest are given up. */
const MOST_WAITING = 1_000;
/** Bytes of rows that wait; then the oldest lose their bodies, and are given up if that is not enough. */
const MOST_WAITING_BYTES = 16_000_000;
/** SQLSTATE of what is wrong with a row, and not with the database: data exceptions, constraints. */
const OF_A_ROW = /^2[23]/;

/** What rows weigh. */
export interface Weighing<Row> {
  bytesOf: (row: Row) => number;
  /** The row without what weighs most. */
  lightened: (row: Row) => Row;
}

/** Rows that were not stored, and why. */
interface Failure {
  error: unknown;
  count: number;
}

/**
 * Gathers rows of a log for one statement: most of what a row costs by itself is the statement. A row may be missing if the
 * process dies in between, or if the database does not keep up; nothing but the log depends on it.
 */
export class LogBatch<Row> {
  private waiting: { row: Row; bytes: number }[] = [];
  private waitingBytes = 0;
  /** So many of the oldest of those that wait have no bodies any more. */
  private light = 0;
  /** Rows that lost their bodies. */
  private lightened = 0;
  /** Of those that wait: they had to make room. */
  private dropped = 0;
  /** Until what waits is due; none: it is due as soon as no statement is under way. */
  private timer: NodeJS.Timeout | undefined;
  /** The process is about to end: nothing is gathered any more. */
  private isEnding = false;
  private underWay: Promise<void> | undefined;

  /**
   * @param store one statement for all of them
   * @param onFailure hears that they are not stored, or not whole
   * @param weighing absent: rows weigh nothing
   */
  constructor(
    private readonly store: (rows: readonly Row[]) => Promise<unknown>,
    private readonly onFailure: (error: unknown, count: number) => void,
    private readonly weighing: Weighing<Row> = { bytesOf: () => 0, lightened: (row) => row },
  ) {}

  add(row: Row): void {
    const bytes = this.weighing.bytesOf(row);
    this.waiting.push({ row, bytes });
    this.waitingBytes += bytes;
    this.makeRoom();
    if (this.isEnding || this.waiting.length >= MOST || this.waitingBytes >= MOST_BYTES) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), GATHER_MS);
  }

  private makeRoom(): void {
    for (const entry of this.waiting.slice(this.light)) {
      if (this.waitingBytes <= MOST_WAITING_BYTES) break;
      entry.row = this.weighing.lightened(entry.row);
      this.waitingBytes -= entry.bytes;
      entry.bytes = this.weighing.bytesOf(entry.row);
      this.waitingBytes += entry.bytes;
      this.light += 1;
      this.lightened += 1;
    }
    while (this.waiting.length > MOST_WAITING || this.waitingBytes > MOST_WAITING_BYTES) {
      this.taken(1);
      this.dropped += 1;
    }
  }

  /** @returns the oldest, which wait no longer */
  private taken(count: number): Row[] {
    const entries = this.waiting.splice(0, count);
    this.light = Math.max(0, this.light - entries.length);
    this.waitingBytes -= entries.reduce((sum, { bytes }) => sum + bytes, 0);
    return entries.map(({ row }) => row);
  }

  /** As many as go at once: one at least. */
  private due(): Row[] {
    let sum = 0;
    const tooMany = this.waiting.findIndex(({ bytes }, index) => {
      sum += bytes;
      return index === MOST || (index > 0 && sum > MOST_BYTES);
    });
    return this.taken(tooMany === -1 ? this.waiting.length : tooMany);
  }

  /** Resolves when everything that was added is stored, or is known not to be. What comes later goes at once. */
  async settled(): Promise<void> {
    this.isEnding = true;
    this.flush();
    await this.underWay;
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    // Rows of many bots: the user whose row came last has no part in it.
    if (this.waiting.length > 0) this.underWay ??= forAll(() => this.storeDue());
  }

  /** One statement after the other: a slow database gets no more of them, but larger ones. */
  private async storeDue(): Promise<void> {
    while (this.waiting.length > 0 && this.timer === undefined) {
      const failures = await this.storeAll(this.due());
      this.tell(failures);
    }
    this.underWay = undefined;
  }

  /** A row that cannot be stored takes no other with it. */
  private async storeAll(rows: readonly Row[]): Promise<Failure[]> {
    try {
      await this.store(rows);
      return [];
    } catch (error) {
      if (!OF_A_ROW.test(errorCode(error) ?? '')) return [{ error, count: rows.length + this.givenUp() }];
      if (rows.length === 1) return [{ error, count: 1 }];
      const half = Math.ceil(rows.length / 2);
      return [...(await this.storeAll(rows.slice(0, half))), ...(await this.storeAll(rows.slice(half)))];
    }
  }

  /** The end of the process does not wait for a database that is away, once for each statement. @returns how many */
  private givenUp(): number {
    return this.isEnding ? this.taken(this.waiting.length).length : 0;
  }

  private tell([first, ...others]: readonly Failure[]): void {
    const { dropped, lightened } = this;
    this.dropped = 0;
    this.lightened = 0;
    if (first)
      this.onFailure(
        first.error,
        others.reduce((sum, { count }) => sum + count, first.count),
      );
    const bytes = `${MOST_WAITING_BYTES} bytes`;
    if (lightened > 0)
      this.onFailure(new Error(`more than ${bytes} wait: the oldest rows lost their bodies`), lightened);
    if (dropped > 0) this.onFailure(new Error(`more than ${MOST_WAITING} rows or ${bytes} wait`), dropped);
  }
}
