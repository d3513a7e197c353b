import { ArchiveLine } from '../archive/record-reader';

export interface Batch {
  lines: ArchiveLine[];
  /** Place after the last line. */
  end: { lines: number; bytes: number };
}

/** Groups lines until there are so many, or so many characters. */
export async function* inBatches(
  lines: AsyncIterable<ArchiveLine>,
  limits: { lines: number; characters: number },
): AsyncGenerator<Batch> {
  let held: ArchiveLine[] = [];
  let characters = 0;
  for await (const line of lines) {
    held.push(line);
    characters += line.text.length;
    if (held.length < limits.lines && characters < limits.characters) continue;
    yield { lines: held, end: { lines: line.number, bytes: line.end } };
    held = [];
    characters = 0;
  }
  const last = held.at(-1);
  if (last) yield { lines: held, end: { lines: last.number, bytes: last.end } };
}
