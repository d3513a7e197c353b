import { appendFileSync, closeSync, existsSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parseJson, stringifyJson } from './lossless-json';

/** Lines of JSON in a file. A line that was written survives the process; one that was cut short is left out. */
export class Journal {
  private descriptor: number | undefined;

  constructor(private readonly file: string) {}

  /** What was written before. */
  *read(): Generator<unknown> {
    if (!existsSync(this.file)) return;
    for (const line of readFileSync(this.file, 'utf8').split('\n')) {
      if (line === '') continue;
      try {
        yield parseJson(line);
      } catch {
        // The process was killed while it wrote: nothing was answered on the strength of this line.
      }
    }
  }

  /** Puts these entries in place of everything. */
  rewrite(entries: Iterable<unknown>): void {
    const lines = [...entries].map((entry) => `${stringifyJson(entry)}\n`);
    const temporary = `${this.file}.new`;
    writeFileSync(temporary, lines.join(''), { mode: 0o600 });
    renameSync(temporary, this.file);
    if (this.descriptor !== undefined) closeSync(this.descriptor);
    this.descriptor = openSync(this.file, 'a');
  }

  /** Writes before it returns, so an answer never runs ahead of what it rests on. */
  append(entry: unknown): void {
    this.descriptor ??= openSync(this.file, 'a', 0o600);
    appendFileSync(this.descriptor, `${stringifyJson(entry)}\n`);
  }
}
