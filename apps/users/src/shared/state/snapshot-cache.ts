import { isContinued } from '@stoa/database';

/** Something read at a version of the set that it belongs to. */
export interface Versioned {
  readonly version: number;
}

/** The last versions that were asked for, per key: registrations whose snapshots are a little apart run side by side. */
const VERSIONS_KEPT = 4;

/**
 * Copies of versioned sets, by exact version: a copy is used only for a snapshot that saw the very version of the set, so
 * it says exactly what a read in that snapshot would (design.md I4, I11). What is missing is made from the newest copy
 * that it continues and the difference. Loads of one version are shared.
 */
export class SnapshotCache<V extends Versioned> {
  private readonly copies = new Map<number, V[]>();
  private readonly loading = new Map<string, Promise<V>>();
  hits = 0;
  misses = 0;

  constructor(private readonly capacity: number) {}

  /**
   * @param version the version that the caller's snapshot sees
   * @param load reads the set in that snapshot; `previous` is an older copy: only changes since then must be read
   */
  async get(key: number, version: number, load: (previous: V | undefined) => Promise<V>): Promise<V> {
    const exact = this.find(key, version);
    if (exact) {
      this.hits++;
      return exact;
    }
    this.misses++;
    const loadKey = `${key}:${version}`;
    const underWay = this.loading.get(loadKey);
    if (underWay) return underWay;
    const previous = (this.copies.get(key) ?? [])
      .filter((copy) => isContinued(copy.version, version))
      .reduce<V | undefined>((newest, copy) => (newest && newest.version > copy.version ? newest : copy), undefined);
    const promise = load(previous).then((copy) => this.keep(key, copy));
    this.loading.set(loadKey, promise);
    try {
      return await promise;
    } finally {
      this.loading.delete(loadKey);
    }
  }

  /** The copy of a version, if it is at hand. */
  find(key: number, version: number): V | undefined {
    const kept = this.copies.get(key) ?? [];
    const exact = kept.find((copy) => copy.version === version);
    if (exact) this.touch(key, kept);
    return exact;
  }

  /** Puts a copy in place of the one with its version. */
  replace(key: number, copy: V): V {
    return this.keep(key, copy);
  }

  private keep(key: number, copy: V): V {
    const kept = (this.copies.get(key) ?? []).filter((other) => other.version !== copy.version);
    this.touch(key, [...kept, copy].slice(-VERSIONS_KEPT));
    return copy;
  }

  private touch(key: number, kept: V[]): void {
    this.copies.delete(key);
    this.copies.set(key, kept);
    if (this.copies.size <= this.capacity) return;
    const [leastRecent] = this.copies.keys();
    if (leastRecent !== undefined) this.copies.delete(leastRecent);
  }
}
