/** A row waits for others as long, in milliseconds. */
const GATHER_MS = 50;
/** So many go at once. */
const MOST = 100;

/**
 * Gathers rows of a log for one statement: most of what a row costs by itself is the statement. A row may be missing if the
 * process dies in between; nothing but the log depends on it.
 */
export class LogBatch<Row> {
  private waiting: Row[] = [];
  private timer: NodeJS.Timeout | undefined;
  /** The process is about to end: nothing is gathered any more. */
  private isEnding = false;
  private readonly underWay = new Set<Promise<void>>();

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
    if (this.isEnding || this.waiting.length >= MOST) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), GATHER_MS);
  }

  /** Resolves when everything that was added is stored, or is known not to be. What comes later goes at once. */
  async settled(): Promise<void> {
    this.isEnding = true;
    this.flush();
    await Promise.all(this.underWay);
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const rows = this.waiting;
    if (rows.length === 0) return;
    this.waiting = [];
    const done = this.store(rows).then(
      () => void this.underWay.delete(done),
      (error: unknown) => {
        this.underWay.delete(done);
        this.onFailure(error, rows.length);
      },
    );
    this.underWay.add(done);
  }
}
