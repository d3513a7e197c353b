import type { Readable } from 'node:stream';

export interface StoredFile {
  key: string;
  /** Bytes. */
  size: number;
  modifiedAt: Date;
}

export interface OpenedFile {
  /** Bytes of the whole file. */
  size: number;
  /** The bytes that were asked for. The caller must read the file to the end or destroy it. */
  content: Readable;
}

/** First and last byte, both included. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * Where files are kept. Keys are texts with `/` between their parts ({@link assertKey}). A file appears at once and
 * whole, or not at all; putting one again replaces it.
 */
export abstract class FileStore {
  /** @returns the number of bytes stored. @throws what the content throws; nothing is stored then */
  abstract put(key: string, content: Readable | Uint8Array): Promise<number>;

  /** @returns null if there is no such file */
  abstract open(key: string, range?: ByteRange): Promise<OpenedFile | null>;

  /** @returns null if there is no such file */
  abstract stat(key: string): Promise<StoredFile | null>;

  /** @throws Error if there is no file `from` */
  abstract copy(from: string, to: string): Promise<void>;

  /** Files that do not exist are passed over. */
  abstract delete(keys: readonly string[]): Promise<void>;

  /** Files whose keys begin so, in no particular order. @param prefix ends at a `/` */
  abstract list(prefix: string): AsyncIterable<StoredFile>;

  /** Removes what puts that never ended have left, if it is older than this. */
  abstract sweep(olderThanMs: number): Promise<void>;

  /** The whole of a small file. @returns null if there is no such file */
  async read(key: string): Promise<Buffer | null> {
    const file = await this.open(key);
    if (!file) return null;
    const chunks: Buffer[] = [];
    for await (const chunk of file.content) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks);
  }
}

const LONGEST_KEY_BYTES = 900;
const LONGEST_PART_BYTES = 240;

/**
 * What a key may be, so that no store takes it for anything else: parts that are not empty, `.` or `..`, without
 * backslash and control characters; the first does not begin with a dot.
 */
export function isKey(key: string): boolean {
  if (key.startsWith('.') || Buffer.byteLength(key) > LONGEST_KEY_BYTES) return false;
  if (/[\\\u0000-\u001f\u007f\p{Cs}]/u.test(key)) return false;
  return key
    .split('/')
    .every((part) => part !== '' && part !== '.' && part !== '..' && Buffer.byteLength(part) <= LONGEST_PART_BYTES);
}

/** @throws Error if a text is no key */
export function assertKey(key: string): void {
  if (!isKey(key)) throw new Error('not the key of a file');
}
