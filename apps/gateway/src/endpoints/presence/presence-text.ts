import type { PresenceTimes } from '@stoa/contracts/presence';
import { type Piece, bytesOf } from '../../fragments/fragmented-body';
import { CompressionLevel, SharedBytes } from '../../fragments/shared-bytes';

/** Texts of accounts are kept in blocks of this many bytes: an account that reports again costs a copy of one. */
const BLOCK_BYTES = 32 * 1024;
/** Room for one account, whatever its numbers. */
const LONGEST_ENTRY = 128;
const SPACE = 0x20;

interface Entry {
  userId: number;
  updateId: number;
  block: Block;
  start: number;
  end: number;
}

/** Bytes that were handed out are never changed: behind a block's length they grow, and else the block gets new ones. */
interface Block {
  bytes: Buffer;
  length: number;
  entries: Entry[];
  /** How many of its entries are the newest of their account. */
  current: number;
  /** Its bytes as they are now, once they were asked for. */
  shared: SharedBytes | null;
}

/**
 * The members of an object of modern presences (users.md 11) as JSON text, in the order of their last change, so that what
 * changed since an id is the end of the text: an answer is put together from the blocks as they are. Where an account was
 * before its last change there are spaces.
 */
export class PresenceText {
  /** Every change up to this id is in the text. */
  updateId = 0;
  private readonly newest = new Map<number, Entry>();
  private blocks: Block[] = [];

  constructor(readonly usersVersion: number) {}

  /** How many accounts it has. */
  get size(): number {
    return this.newest.size;
  }

  /** Takes changes over, oldest first, and everything up to `updateId` as known; what is known already changes nothing. */
  apply(changes: readonly PresenceTimes[], updateId: number): void {
    for (const [userId, active, idle, id] of changes) {
      if (id <= this.updateId) continue;
      const text = `,"${userId}":{"active_timestamp":${active},"idle_timestamp":${idle}}`;
      this.append(userId, id, Buffer.from(text, 'latin1'));
      this.updateId = id;
    }
    this.updateId = Math.max(this.updateId, updateId);
    // Compacted, there would be at most half as many.
    if (this.blocks.length > 2 * Math.ceil((this.newest.size * LONGEST_ENTRY) / BLOCK_BYTES) + 2) this.compact();
  }

  /** The members that changed after an id, without braces. Not to be written to. */
  since(afterId: number): Piece[] {
    const first = this.blocks.findIndex(({ entries }) => (entries.at(-1)?.updateId ?? 0) > afterId);
    const block = this.blocks[first];
    if (!block) return [];
    const start = block.entries.find(({ updateId }) => updateId > afterId)?.start ?? 0;
    return withoutFirstComma([block.bytes.subarray(start, block.length), ...this.blocks.slice(first + 1).map(pieceOf)]);
  }

  private append(userId: number, updateId: number, text: Buffer): void {
    this.erase(userId);
    const block = this.openBlock();
    const entry = { userId, updateId, block, start: block.length, end: block.length + text.length };
    text.copy(block.bytes, block.length);
    block.length = entry.end;
    block.entries.push(entry);
    block.current += 1;
    this.newest.set(userId, entry);
  }

  private openBlock(): Block {
    const last = this.blocks.at(-1);
    if (last && last.length + LONGEST_ENTRY <= BLOCK_BYTES) return last;
    const block = { bytes: Buffer.allocUnsafe(BLOCK_BYTES), length: 0, entries: [], current: 0, shared: null };
    this.blocks.push(block);
    return block;
  }

  /** Answers that are still being written keep the bytes as they were. */
  private erase(userId: number): void {
    const entry = this.newest.get(userId);
    if (!entry) return;
    const { block, start, end } = entry;
    block.current -= 1;
    if (block.current === 0 && block !== this.blocks.at(-1)) {
      this.blocks.splice(this.blocks.indexOf(block), 1);
      return;
    }
    const bytes = Buffer.allocUnsafe(BLOCK_BYTES);
    block.bytes.copy(bytes, 0, 0, block.length);
    block.bytes = bytes.fill(SPACE, start, end);
    block.shared = null;
  }

  private compact(): void {
    const old = this.blocks;
    this.blocks = [];
    for (const { entries, bytes } of old) {
      const current = entries.filter((entry) => this.newest.get(entry.userId) === entry);
      for (const { userId, updateId, start, end } of current) {
        this.newest.delete(userId);
        this.append(userId, updateId, bytes.subarray(start, end));
      }
    }
  }
}

/** A block that nothing is added to any more is compressed once for all, until one of its accounts changes. */
function pieceOf(block: Block): Piece {
  const { bytes, length } = block;
  if (length + LONGEST_ENTRY <= BLOCK_BYTES) return bytes.subarray(0, length);
  return (block.shared ??= new SharedBytes(bytes.subarray(0, length), CompressionLevel.single));
}

/** Every member begins with a comma, before which there may be spaces. */
function withoutFirstComma(pieces: readonly Piece[]): Piece[] {
  for (const [index, piece] of pieces.entries()) {
    const bytes = bytesOf(piece);
    const comma = bytes.indexOf(',');
    if (comma >= 0) return [bytes.subarray(comma + 1), ...pieces.slice(index + 1)];
  }
  return [];
}
