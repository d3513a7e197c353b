import { createWriteStream, mkdirSync } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { tableFile } from './layout';

const FLUSHED_BYTES = 256 * 1024;

/** Writes the records of one table, a line of JSON each; waits when the disk is slower. A full disk fails the next write. */
export class RecordWriter {
  private readonly stream: WriteStream;
  private waiting: string[] = [];
  private waitingBytes = 0;
  lines = 0;
  bytes = 0;

  constructor(folder: string, table: string) {
    const file = tableFile(folder, table);
    mkdirSync(path.dirname(file), { recursive: true });
    this.stream = createWriteStream(file);
    // The next write throws it: an error that nobody listens to would end the process without a word.
    this.stream.on('error', () => undefined);
  }

  write(record: object): Promise<void> {
    return this.writeText(JSON.stringify(record));
  }

  /** @param text JSON without newlines */
  async writeText(text: string): Promise<void> {
    this.waiting.push(text, '\n');
    const size = Buffer.byteLength(text) + 1;
    this.waitingBytes += size;
    this.bytes += size;
    this.lines += 1;
    if (this.waitingBytes >= FLUSHED_BYTES) await this.flush();
  }

  private async flush(): Promise<void> {
    if (this.stream.errored) throw this.stream.errored;
    const text = this.waiting.join('');
    this.waiting = [];
    this.waitingBytes = 0;
    if (text !== '' && !this.stream.write(text)) await once(this.stream, 'drain');
  }

  async close(): Promise<{ lines: number; bytes: number }> {
    await this.flush();
    this.stream.end();
    await finished(this.stream);
    return { lines: this.lines, bytes: this.bytes };
  }
}
