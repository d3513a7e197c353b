import { Ticker } from '../ticker';

/** Seconds that the wheel can look ahead. */
const SPOKES = 64;

/** Tells which of many waiting things are due, to the second, with one timer for all of them. */
export class PollWheel<T> {
  private readonly spokes = Array.from({ length: SPOKES }, () => new Set<T>());
  private readonly spokeOf = new Map<T, Set<T>>();
  private current = 0;
  private isStarted = false;
  private readonly ticker = new Ticker(1_000, () => {
    this.tick();
    return this.size > 0;
  });

  constructor(private readonly onDue: (items: T[]) => void) {}

  get size(): number {
    return this.spokeOf.size;
  }

  /** From now on time passes. */
  start(): void {
    this.isStarted = true;
    if (this.size > 0) this.ticker.wake();
  }

  stop(): void {
    this.isStarted = false;
    this.ticker.stop();
  }

  /** Makes the item due once, in `seconds` (1 to 63); an earlier appointment is dropped. */
  put(item: T, seconds: number): void {
    this.remove(item);
    const spoke = this.spokes[(this.current + Math.min(SPOKES - 1, Math.max(1, seconds))) % SPOKES];
    if (!spoke) return;
    spoke.add(item);
    this.spokeOf.set(item, spoke);
    if (this.isStarted) this.ticker.wake();
  }

  has(item: T): boolean {
    return this.spokeOf.has(item);
  }

  remove(item: T): void {
    this.spokeOf.get(item)?.delete(item);
    this.spokeOf.delete(item);
  }

  /** A second has passed. */
  tick(): void {
    this.current = (this.current + 1) % SPOKES;
    const due = [...(this.spokes[this.current] ?? [])];
    for (const item of due) this.remove(item);
    if (due.length > 0) this.onDue(due);
  }
}
