import { errorCode } from '@stoa/database';
import { forAll } from '@stoa/observability';

/** A row waits for others as long, in milliseconds. */
const GATHER_MS = 50;
/** So many go at once. */
const MOST = 100;
/** While the database is slow; then the oldest are given up. */
const MOST_WAITING = 1_000;
/** SQLSTATE of what is wrong with a row, and not with the database: data exceptions, constraints. */
const OF_A_ROW = /^2[23]/;

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
  private waiting: Row[] = [];
  /** Of those that wait: they had to make room. */
  private dropped = 0;
  /** Until what waits is due; none: it is due as soon as no statement is under way. */
  private timer: NodeJS.Timeout | undefined;
  /** The process is about to end: nothing is gathered any more. */
  private isEnding = false;
  private underWay: Promise<void> | undefined;

  /**
   * @param store one statement for all of them
   * @param onFailure hears that they are not stored
   */
  constructor(
    private readonly store: (rows: readonly Row[]) => Promise<unknown>,
    private readonly onFailure: (error: unknown, count: number) => void,
  ) {}

  add(row: Row): void {
    this.waiting.push(row);
    if (this.waiting.length > MOST_WAITING) {
      this.waiting.shift();
      this.dropped += 1;
    }
    if (this.isEnding || this.waiting.length >= MOST) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), GATHER_MS);
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
      const failures = await this.storeAll(this.waiting.splice(0, MOST));
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
    return this.isEnding ? this.waiting.splice(0).length : 0;
  }

  private tell([first, ...others]: readonly Failure[]): void {
    const { dropped } = this;
    this.dropped = 0;
    if (first)
      this.onFailure(
        first.error,
        others.reduce((sum, { count }) => sum + count, first.count),
      );
    if (dropped > 0) this.onFailure(new Error(`more than ${MOST_WAITING} rows wait`), dropped);
  }
}
