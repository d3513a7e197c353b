import { PresenceEntry, PresenceUser, modernPresence } from './presence-formats';

/** Who presences may be told of: active humans. `version` changes when any of them does. */
export interface PresenceView {
  version: number;
  find(userId: number): PresenceUser | undefined;
}

const BLOCK = 256;
const NO_BYTES = Buffer.alloc(0);
const COMMA = Buffer.from(',');

/**
 * An organization's presences in the order of their last change, as one process knows them. An answer is the end of that
 * order, so its text is put together from blocks that stay encoded until an account in them reports again: with
 * thousands of accounts that report once a minute, encoding every entry for every answer would be most of the work.
 */
export class RealmPresence {
  /** Every change up to this id is known. */
  knownId = 0;
  private entries: (PresenceEntry | undefined)[] = [];
  /** Ids of the entries, those of entries that were replaced since included: ascending. */
  private ids: number[] = [];
  private readonly positions = new Map<number, number>();
  private blocks: (Buffer | undefined)[] = [];
  private encodedFor = -1;

  get size(): number {
    return this.positions.size;
  }

  get(userId: number): PresenceEntry | undefined {
    const position = this.positions.get(userId);
    return position === undefined ? undefined : this.entries[position];
  }

  /** Takes changes over, in ascending order of their ids; those that are known already change nothing. */
  apply(changes: readonly PresenceEntry[]): void {
    for (const entry of changes) {
      if (entry.updateId <= this.knownId) continue;
      this.replace(entry);
      this.knownId = entry.updateId;
    }
    if (this.entries.length > 2 * this.positions.size + BLOCK) this.compact();
  }

  /** Entries that changed after an id, oldest change first. */
  *since(afterId: number): Generator<PresenceEntry> {
    for (let position = this.firstAfter(afterId); position < this.entries.length; position++) {
      const entry = this.entries[position];
      if (entry) yield entry;
    }
  }

  /** JSON text of the object of modern presences that changed after an id. */
  modernJson(afterId: number, view: PresenceView): Buffer {
    if (view.version !== this.encodedFor) {
      this.blocks = [];
      this.encodedFor = view.version;
    }
    const pieces: Buffer[] = [];
    const add = (piece: Buffer): void => {
      if (piece.length === 0) return;
      if (pieces.length > 0) pieces.push(COMMA);
      pieces.push(piece);
    };
    const first = this.firstAfter(afterId);
    const firstWhole = Math.ceil(first / BLOCK);
    add(this.encode(first, Math.min(firstWhole * BLOCK, this.entries.length), view));
    for (let block = firstWhole; block * BLOCK < this.entries.length; block++) add(this.blockText(block, view));
    return Buffer.concat([Buffer.from('{'), ...pieces, Buffer.from('}')]);
  }

  private blockText(block: number, view: PresenceView): Buffer {
    const start = block * BLOCK;
    const end = start + BLOCK;
    if (end > this.entries.length) return this.encode(start, this.entries.length, view);
    return (this.blocks[block] ??= this.encode(start, end, view));
  }

  private encode(start: number, end: number, view: PresenceView): Buffer {
    let text = '';
    for (let position = start; position < end; position++) {
      const entry = this.entries[position];
      const user = entry && view.find(entry.userId);
      if (!user) continue;
      const { active_timestamp: active, idle_timestamp: idle } = modernPresence(entry, user.dateJoined);
      text += `${text === '' ? '' : ','}"${user.id}":{"active_timestamp":${active},"idle_timestamp":${idle}}`;
    }
    return text === '' ? NO_BYTES : Buffer.from(text, 'latin1');
  }

  private replace(entry: PresenceEntry): void {
    const before = this.positions.get(entry.userId);
    if (before !== undefined) {
      this.entries[before] = undefined;
      this.blocks[Math.floor(before / BLOCK)] = undefined;
    }
    this.positions.set(entry.userId, this.entries.length);
    this.entries.push(entry);
    this.ids.push(entry.updateId);
  }

  private compact(): void {
    this.entries = this.entries.filter((entry) => entry !== undefined);
    this.ids = [];
    this.blocks = [];
    this.entries.forEach((entry, position) => {
      if (!entry) return;
      this.ids.push(entry.updateId);
      this.positions.set(entry.userId, position);
    });
  }

  private firstAfter(afterId: number): number {
    let low = 0;
    let high = this.ids.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.ids[middle] ?? Infinity) <= afterId) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
