interface Entry<V> {
  /** Of performance.now(), when the read was begun. */
  startedAt: number;
  /** The read, and its value once it has ended well. */
  found: V | Promise<V>;
}

/**
 * Remembers reads for a time that counts from their start, so nothing older than that is ever answered (I10). Requests
 * that come while a young enough read is under way share it. Failed reads, and those that `isKept` declines, are shared
 * but not remembered.
 */
export class FreshCache<V> {
  private readonly entries = new Map<string, Entry<V>>();
  private sweptAt = 0;
  hits = 0;
  misses = 0;

  constructor(private readonly options: { lifeMs: number; isKept?: (value: V) => boolean; now?: () => number }) {}

  /** The value that a read of `key` begun within the life time gave, or a new read's. */
  get(key: string, read: () => Promise<V>): V | Promise<V> {
    return this.find(key) ?? this.read(key, read);
  }

  /** The value that a read of `key` begun within the life time gave, or will give. */
  find(key: string): V | Promise<V> | undefined {
    const known = this.entries.get(key);
    if (!known || this.now() - known.startedAt > this.options.lifeMs) return undefined;
    this.hits++;
    return known.found;
  }

  /** The value of a read that is begun now; those who ask later share it. */
  read(key: string, read: () => Promise<V>): Promise<V> {
    const now = this.now();
    this.misses++;
    if (now - this.sweptAt > this.options.lifeMs) this.sweep(now);
    return this.start(key, now, read);
  }

  private start(key: string, startedAt: number, read: () => Promise<V>): Promise<V> {
    const pending = read();
    const entry: Entry<V> = { startedAt, found: pending };
    // Deleting first keeps the map in the order of the reads' starts, as sweeping expects.
    this.entries.delete(key);
    this.entries.set(key, entry);
    pending.then(
      (value) => {
        if (this.options.isKept?.(value) ?? true) entry.found = value;
        else this.forget(key, entry);
      },
      () => this.forget(key, entry),
    );
    return pending;
  }

  private forget(key: string, entry: Entry<V>): void {
    if (this.entries.get(key) === entry) this.entries.delete(key);
  }

  private sweep(now: number): void {
    this.sweptAt = now;
    for (const [key, entry] of this.entries) {
      if (now - entry.startedAt <= this.options.lifeMs) return;
      this.entries.delete(key);
    }
  }

  private now(): number {
    return this.options.now ? this.options.now() : performance.now();
  }
}
