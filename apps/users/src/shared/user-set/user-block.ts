import { type ByteRange, type UserView, viewKey } from '@stoa/fragments';
import { UserRow, userText } from '@stoa/wire-objects';
import { digestOf } from '../state/shared-text';

/** Users of a block, split as POST /register does, each list as JSON text without brackets. */
export interface EncodedBlock {
  active: EncodedList;
  inactive: EncodedList;
}

/** Entries joined by commas, and where each begins. */
export interface EncodedList {
  ids: readonly number[];
  /** Byte offsets of the entries; one more for the end. */
  offsets: Uint32Array;
  bytes: Buffer;
  /** A digest of the bytes: offsets are good for these alone, and another release may write the same rows differently. */
  version: string;
}

/**
 * A run of users in the order of their ids. Immutable: a changed user makes a new block, so what was encoded of the
 * others stays. Its text is encoded at most once per view.
 */
export class UserBlock {
  private readonly encoded = new Map<string, EncodedBlock>();

  constructor(readonly rows: readonly UserRow[]) {}

  isEncoded(view: UserView): boolean {
    return this.encoded.has(viewKey(view));
  }

  encode(view: UserView): EncodedBlock {
    const key = viewKey(view);
    const known = this.encoded.get(key);
    if (known) return known;
    const encoded = {
      active: encodeList(
        this.rows.filter((row) => row.isActive),
        view,
      ),
      inactive: encodeList(
        this.rows.filter((row) => !row.isActive),
        view,
      ),
    };
    this.encoded.set(key, encoded);
    return encoded;
  }

  replaced(rows: ReadonlyMap<number, UserRow>): UserBlock {
    return new UserBlock(this.rows.map((row) => rows.get(row.id) ?? row));
  }
}

function encodeList(rows: readonly UserRow[], view: UserView): EncodedList {
  const offsets = new Uint32Array(rows.length + 1);
  const texts = rows.map((row) => userText(row, view));
  const joined = texts.join(',');
  const bytes = Buffer.from(joined);
  // Of texts in ASCII alone the lengths are known; to count bytes costs as much as to write them.
  const lengthOf = bytes.length === joined.length ? (text: string) => text.length : Buffer.byteLength;
  let offset = 0;
  texts.forEach((text, index) => {
    offsets[index] = offset;
    offset += lengthOf(text) + 1;
  });
  offsets[rows.length] = offset;
  return { ids: rows.map((row) => row.id), offsets, bytes, version: digestOf(bytes) };
}

/** Where a user's entry is among the bytes of a list; undefined if it is not there. */
export function entryRange(list: EncodedList, userId: number): ByteRange | undefined {
  const index = list.ids.indexOf(userId);
  return index < 0 ? undefined : [list.offsets[index] ?? 0, (list.offsets[index + 1] ?? 0) - 1];
}
