const BAR_WIDTH = 30;
const REDRAW_MS = 200;
const LINE_MS = 10_000;

/** How far a long task is; `done` and `total` in any one unit. */
export interface ProgressReport {
  stage: string;
  done: number;
  total: number;
  /** Such as "12,000 messages". */
  detail?: string;
}

/**
 * A bar on a terminal, a line every ten seconds elsewhere. Writes to standard error only, so results can be piped.
 */
export class ProgressBar {
  private shownAt = 0;
  private readonly startedAt = Date.now();

  constructor(
    private readonly isQuiet: boolean,
    private readonly stream: NodeJS.WritableStream & { isTTY?: boolean } = process.stderr,
    private readonly now: () => number = Date.now,
  ) {}

  report(report: ProgressReport): void {
    if (this.isQuiet) return;
    const { isTTY } = this.stream;
    const isLast = report.done >= report.total;
    if (!isLast && this.now() - this.shownAt < (isTTY ? REDRAW_MS : LINE_MS)) return;
    this.shownAt = this.now();
    this.stream.write(isTTY ? `\r\u001b[2K${barText(report)}${isLast ? '\n' : ''}` : `${barText(report)}\n`);
  }

  /** Seconds since the task began. */
  get seconds(): number {
    return (this.now() - this.startedAt) / 1_000;
  }
}

export function barText({ stage, done, total, detail }: ProgressReport): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.round(share * BAR_WIDTH);
  const bar = `${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}`;
  const percent = String(Math.floor(share * 100)).padStart(3);
  return `[${bar}] ${percent}%  ${stage}${detail ? `  ${detail}` : ''}`;
}
