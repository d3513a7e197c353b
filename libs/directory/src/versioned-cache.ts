import { isContinued } from '@stoa/database';
import { forAll } from '@stoa/observability';

/** Something that was read together with the version of the set that it belongs to. */
export interface Versioned {
  readonly version: number;
}

/**
 * In-process copies of versioned sets. A copy is used for decisions only if its version is confirmed in the same
 * transaction, or afterwards (design.md I11); loading passes the old copy, so that only the difference is read, unless
 * the old copy's version is not a part of the new one's history. Loads of one key are shared. The least recently used
 * copies go first when there are more than `capacity`.
 */
export class VersionedCache<V extends Versioned> {
  private readonly entries = new Map<string, V>();
  private readonly loading = new Map<string, Promise<V>>();
  hits = 0;
  misses = 0;
  refreshes = 0;

  constructor(
    private readonly capacity: number,
    private readonly loader: (id: number, previous: V | undefined) => Promise<V>,
    private readonly keyOf: (id: number) => string,
  ) {}

  /** The copy at hand, of any version, or a fresh one. */
  async get(id: number): Promise<V> {
    const key = this.keyOf(id);
    const entry = this.entries.get(key);
    if (!entry) {
      this.misses++;
      return this.refresh(id, 0);
    }
    this.hits++;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry;
  }

  /**
   * Reads what changed since the copy at hand.
   * @param atLeast a version known to exist: a load under way that gave an older one is followed by another; so is any, where it
   *   is undefined, as it may have read before this call
   */
  async refresh(id: number, atLeast?: number): Promise<V> {
    const key = this.keyOf(id);
    const underWay = this.loading.get(key);
    if (underWay) {
      const loaded = await underWay;
      if (atLeast !== undefined && loaded.version >= atLeast) return loaded;
    }
    const again = this.loading.get(key);
    if (again) return again;
    const known = this.entries.get(key);
    if (known) this.refreshes++;
    const load = forAll(() => this.load(id, known)).then((entry) => this.keep(key, entry));
    this.loading.set(key, load);
    try {
      return await load;
    } finally {
      this.loading.delete(key);
    }
  }

  private async load(id: number, known: V | undefined): Promise<V> {
    const loaded = await this.loader(id, known);
    return known && !isContinued(known.version, loaded.version) ? this.loader(id, undefined) : loaded;
  }

  private keep(key: string, entry: V): V {
    this.entries.delete(key);
    this.entries.set(key, entry);
    if (this.entries.size > this.capacity) {
      const [oldest] = this.entries.keys();
      if (oldest !== undefined) this.entries.delete(oldest);
    }
    return entry;
  }
}
