import { DescribedFailure } from './failures';

/** A value that a table shows. */
export type Cell = string | number | boolean | null | undefined;
export type Row = Readonly<Record<string, Cell>>;

/** Where results and remarks go: results to standard output, everything else to standard error. */
export class Output {
  constructor(
    readonly isJson: boolean,
    private readonly out: NodeJS.WritableStream = process.stdout,
    private readonly err: NodeJS.WritableStream = process.stderr,
  ) {}

  /** One result: `value` as JSON, or the sentence. */
  result(value: object, sentence: string): void {
    this.out.write(this.isJson ? `${JSON.stringify(value)}\n` : `${printable(sentence)}\n`);
  }

  /** A list: one JSON array, or a table. */
  list(rows: readonly Row[], whenEmpty: string): void {
    if (this.isJson) this.out.write(`${JSON.stringify(rows)}\n`);
    else this.out.write(rows.length === 0 ? `${whenEmpty}\n` : tableText(rows));
  }

  /** Facts with names of their own. */
  facts(value: object, rows: readonly Row[]): void {
    this.out.write(this.isJson ? `${JSON.stringify(value)}\n` : tableText(rows));
  }

  /** A remark for people. */
  note(text: string): void {
    this.err.write(`${printable(text)}\n`);
  }

  failure({ code, message, problems }: DescribedFailure): void {
    if (this.isJson) {
      this.err.write(`${JSON.stringify({ error: { code, message, ...(problems?.length ? { problems } : {}) } })}\n`);
      return;
    }
    for (const problem of problems ?? []) this.err.write(`${printable(problem)}\n`);
    this.err.write(`stoa: ${printable(message)}\n`);
  }
}

/** Control characters of foreign texts must not reach a terminal: they may move its cursor, or type for its user. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;
const CONTROL_WITHIN_LINES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Lines stay lines: a fault is printed with its stack. */
function printable(text: string): string {
  return text.replace(CONTROL_WITHIN_LINES, '?');
}

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return '-';
  return String(cell).replace(CONTROL, '?');
}

/** Columns as wide as their widest cell, the names above. */
export function tableText(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = [columns, ...rows.map((row) => columns.map((column) => cellText(row[column])))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  const text = lines.map((line) =>
    line
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${text.join('\n')}\n`;
}
