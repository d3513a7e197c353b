import { Ticker } from '../ticker';

/** Seconds that the wheel can look ahead. */
const SPOKES = 64;

interface Place<T> {
  readonly item: T;
  readonly spoke: Place<T>[];
  index: number;
}

/**
 * Tells which of many waiting things are due, to the second, with one timer for all of them. Of arrays, because a Map or Set
 * would keep what was in it (libs/transients).
 */
export class PollWheel<T extends object> {
  private readonly spokes = Array.from({ length: SPOKES }, (): Place<T>[] => []);
  private readonly places = new WeakMap<T, Place<T>>();
  private count = 0;
  private current = 0;
  private isStarted = false;
  private readonly ticker = new Ticker(1_000, () => {
    this.tick();
    return this.size > 0;
  });

  constructor(private readonly onDue: (items: T[]) => void) {}

  get size(): number {
    return this.count;
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
    const place = { item, spoke, index: spoke.length };
    spoke.push(place);
    this.places.set(item, place);
    this.count += 1;
    if (this.isStarted) this.ticker.wake();
  }

  has(item: T): boolean {
    return this.places.has(item);
  }

  remove(item: T): void {
    const place = this.places.get(item);
    if (!place) return;
    this.places.delete(item);
    this.count -= 1;
    const last = place.spoke.pop();
    if (!last || last === place) return;
    place.spoke[place.index] = last;
    last.index = place.index;
  }

  /** A second has passed. */
  tick(): void {
    this.current = (this.current + 1) % SPOKES;
    const due = (this.spokes[this.current] ?? []).map(({ item }) => item);
    for (const item of due) this.remove(item);
    if (due.length > 0) this.onDue(due);
  }
}
