import { PARTITIONS } from './subjects';

/** A free lease is left for so long to replicas that hold fewer, for each lease that this one holds. */
const RESERVE_MS = 40;
/** A replica that has more than its share gives one up at most this often; then half as often, and so on. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 600_000;

/**
 * The leases of relays that one process holds, so that replicas share the partitions: who has more than its share gives
 * one up, and who has fewest takes it first. Nothing depends on it but the spread of work. If the others cannot take a
 * lease, it comes back, and giving it up is tried more and more seldom: each time its changes wait for a moment.
 */
export class RelayShares {
  private readonly held = new Set<number>();
  private pauseMs = FIRST_PAUSE_MS;
  private notBefore = 0;

  /** @param replicas how many replicas run, this one included */
  constructor(private readonly replicas: () => number = () => 1) {}

  note(partition: number, isHeld: boolean): void {
    if (isHeld) this.held.add(partition);
    else this.held.delete(partition);
  }

  /** Milliseconds that this process leaves a free lease to others. */
  get reserveMs(): number {
    return this.held.size * RESERVE_MS;
  }

  /**
   * Whether one of the leases must be given up now; the caller then gives it up.
   * @param now of a monotonic clock, in milliseconds
   */
  isOneTooMany(now: number): boolean {
    if (this.held.size <= Math.ceil(PARTITIONS.length / Math.max(1, this.replicas()))) {
      this.pauseMs = FIRST_PAUSE_MS;
      return false;
    }
    if (now < this.notBefore) return false;
    this.notBefore = now + this.pauseMs;
    this.pauseMs = Math.min(2 * this.pauseMs, LONGEST_PAUSE_MS);
    return true;
  }
}
