/** Something without which clients cannot poll. */
export type Dependency = 'postgres' | 'nats' | 'redis';

/**
 * Knows since when everything that polls need has worked. Queues must not be collected as idle while their clients
 * could not poll, nor right after: the clients need the time to come back.
 */
export class OutageMonitor {
  private readonly down = new Set<Dependency>();
  private calmSince: number;

  constructor(private readonly now: () => number = () => performance.now()) {
    // Before this process ran there may have been an outage.
    this.calmSince = now();
  }

  /** Reports what an attempt to use the dependency showed. */
  report(dependency: Dependency, works: boolean): void {
    if (!works) {
      this.down.add(dependency);
      return;
    }
    if (!this.down.delete(dependency)) return;
    if (this.down.size === 0) this.calmSince = this.now();
  }

  /** Whether everything has worked for at least so long. */
  hasBeenCalmFor(milliseconds: number): boolean {
    return this.down.size === 0 && this.now() - this.calmSince >= milliseconds;
  }
}
