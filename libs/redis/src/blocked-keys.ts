const MOST_KEYS = 10_000;

/** Keys that have used up a limit, until its window ends. Bounded: forgetting one only costs a question to Redis. */
export class BlockedKeys {
  private readonly blockedUntil = new Map<string, number>();

  /** Milliseconds that the key stays blocked; 0 when it is not. */
  remainingMs(key: string): number {
    const until = this.blockedUntil.get(key);
    if (until === undefined) return 0;
    const remaining = until - performance.now();
    if (remaining > 0) return remaining;
    this.blockedUntil.delete(key);
    return 0;
  }

  block(key: string, forMs: number): void {
    if (this.blockedUntil.size >= MOST_KEYS) this.makeRoom();
    this.blockedUntil.set(key, performance.now() + forMs);
  }

  private makeRoom(): void {
    const now = performance.now();
    for (const [key, until] of this.blockedUntil) if (until <= now) this.blockedUntil.delete(key);
    if (this.blockedUntil.size >= MOST_KEYS) this.blockedUntil.clear();
  }
}
