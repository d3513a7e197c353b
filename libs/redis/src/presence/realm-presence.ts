import type { PresenceEntry } from './presence-formats';

/** So many replaced entries are kept however few accounts there are: removing them is a pass over all. */
const LEAST_REPLACED = 256;

/** An organization's presences in the order of their last change, as one process knows them. */
export class RealmPresence {
  /** Every change up to this id is known. */
  knownId = 0;
  private entries: (PresenceEntry | undefined)[] = [];
  /** Ids of the entries, those of entries that were replaced since included: ascending. */
  private ids: number[] = [];
  private readonly positions = new Map<number, number>();

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
    if (this.entries.length > 2 * this.positions.size + LEAST_REPLACED) this.compact();
  }

  /**
   * Entries that changed after an id, oldest change first.
   * @param upTo those that have changed again after this id are left out
   */
  *since(afterId: number, upTo = Infinity): Generator<PresenceEntry> {
    for (let position = this.firstAfter(afterId); position < this.entries.length; position++) {
      const entry = this.entries[position];
      if (!entry) continue;
      if (entry.updateId > upTo) return;
      yield entry;
    }
  }

  private replace(entry: PresenceEntry): void {
    const before = this.positions.get(entry.userId);
    if (before !== undefined) this.entries[before] = undefined;
    this.positions.set(entry.userId, this.entries.length);
    this.entries.push(entry);
    this.ids.push(entry.updateId);
  }

  private compact(): void {
    this.entries = this.entries.filter((entry) => entry !== undefined);
    this.ids = [];
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
