import { IdBlock } from './id-block';

const CHUNK_IDS = 4_096;
const CHUNK_BYTES = CHUNK_IDS / 8;

/** Who has read what, as an archive says it. Ranges include both ends. */
export interface ReadStateRecord {
  user_id: number;
  /** Messages below are read except those in `unread`; the others are unread except those in `read`. */
  position: number;
  unread: readonly (readonly [first: number, last: number])[];
  read: readonly (readonly [first: number, last: number])[];
}

export interface ReadRows {
  position: number;
  /** `bits` in hexadecimal digits. */
  chunks: { chunk: number; bits: string }[];
}

/** A user's position and chunks (docs/decisions/008) for the new ids. */
export function readRows(record: ReadStateRecord, messages: IdBlock): ReadRows {
  const from = (id: number): number => messages.newIdFrom(id);
  const boundary = from(record.position);
  const position = Math.floor(boundary / CHUNK_IDS) * CHUNK_IDS;
  const bits = new ChunkWriter();
  // Between the position, which lies on a whole chunk, and where it was, what is not unread is read.
  let next = Math.max(position, from(0));
  for (const [first, last] of [...record.unread].sort(([a], [b]) => a - b)) {
    const begin = from(first);
    const end = from(last + 1);
    bits.set(begin, Math.min(end, position));
    if (end <= next) continue;
    bits.set(next, Math.min(begin, boundary));
    next = end;
  }
  bits.set(next, boundary);
  for (const [first, last] of record.read) bits.set(Math.max(from(first), boundary), from(last + 1));
  return { position, chunks: bits.rows() };
}

class ChunkWriter {
  private readonly chunks = new Map<number, Uint8Array>();

  /** Sets the bits of ids from `begin` to before `end`. */
  set(begin: number, end: number): void {
    for (let id = begin; id < end; id++) {
      const number = Math.floor(id / CHUNK_IDS);
      let bytes = this.chunks.get(number);
      if (!bytes) this.chunks.set(number, (bytes = new Uint8Array(CHUNK_BYTES)));
      const place = id % CHUNK_IDS;
      bytes[place >> 3] = (bytes[place >> 3] ?? 0) | (0x80 >> (place & 7));
    }
  }

  rows(): ReadRows['chunks'] {
    return [...this.chunks].map(([chunk, bytes]) => ({ chunk, bits: Buffer.from(bytes).toString('hex') }));
  }
}

/**
 * The ranges of set bits of one chunk, given as text of zeros and ones: how an export reads them.
 * @param chunk number of the chunk
 */
export function rangesOfBits(chunk: number, bits: string): [number, number][] {
  const ranges: [number, number][] = [];
  const base = chunk * CHUNK_IDS;
  for (let at = bits.indexOf('1'); at >= 0;) {
    const end = bits.indexOf('0', at);
    const last = (end < 0 ? bits.length : end) - 1;
    ranges.push([base + at, base + last]);
    at = bits.indexOf('1', last + 1);
  }
  return ranges;
}
