import { createReadStream, existsSync } from 'node:fs';
import { BadDataError } from '../../base/command-line/failures';

export interface ArchiveLine {
  /** From 1. */
  number: number;
  text: string;
  /** Bytes of the file up to and with this line. */
  end: number;
}

/** Where a reader begins: after so many lines and bytes. */
export interface ReadFrom {
  lines: number;
  bytes: number;
}

const LONGEST_LINE = 64 * 1024 * 1024;
const NEWLINE = 0x0a;

/**
 * The lines of a file, one at a time in memory. Lines end at a newline; an absent file has none.
 * @throws BadDataError for a line that is too long to be a record
 */
export async function* readLines(file: string, from: ReadFrom = { lines: 0, bytes: 0 }): AsyncGenerator<ArchiveLine> {
  if (!existsSync(file)) return;
  let { lines: number, bytes: end } = from;
  let parts: Buffer[] = [];
  let held = 0;
  for await (const chunk of createReadStream(file, { start: from.bytes, highWaterMark: 256 * 1024 })) {
    const bytes = Buffer.from(chunk);
    let begin = 0;
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, begin)) {
      parts.push(bytes.subarray(begin, at));
      end += held + (at - begin) + 1;
      number += 1;
      yield { number, text: Buffer.concat(parts).toString('utf8'), end };
      parts = [];
      held = 0;
      begin = at + 1;
    }
    parts.push(bytes.subarray(begin));
    held += bytes.length - begin;
    if (held > LONGEST_LINE) throw new BadDataError(`${file}:${number + 1}: longer than a record can be`);
  }
  if (held > 0) yield { number: number + 1, text: Buffer.concat(parts).toString('utf8'), end: end + held };
}
