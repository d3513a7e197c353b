import type { ProgressReport } from '../../base/command-line/progress';

/** Turns places in the files of tables into one share of all bytes. */
export class ByteProgress {
  private readonly before = new Map<string, number>();
  private readonly total: number;

  constructor(
    private readonly stage: string,
    tables: readonly { name: string; bytes: number }[],
    private readonly onProgress: (report: ProgressReport) => void,
  ) {
    let sum = 0;
    for (const { name, bytes } of tables) {
      this.before.set(name, sum);
      sum += bytes;
    }
    this.total = sum;
  }

  /** @param bytes of the table's file that are done */
  at(table: string, bytes: number, detail = table): void {
    this.onProgress({ stage: this.stage, done: (this.before.get(table) ?? 0) + bytes, total: this.total, detail });
  }

  end(): void {
    this.onProgress({ stage: this.stage, done: this.total, total: this.total });
  }
}
