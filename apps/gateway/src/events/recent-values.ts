/**
 * Values that were noted a moment ago, by name: each is remembered for the given time at least, and for twice as long at
 * most. Two maps take turns, so that hardly anything is removed from one.
 */
export class RecentValues<V> {
  private recent = new Map<string, V>();
  private earlier = new Map<string, V>();
  private begunAt: number;

  /** @param now milliseconds of a clock that only goes forward */
  constructor(
    private readonly lifeMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.begunAt = now();
  }

  get(name: string): V | undefined {
    this.turn();
    return this.recent.get(name) ?? this.earlier.get(name);
  }

  note(name: string, value: V): void {
    this.turn();
    this.recent.set(name, value);
  }

  /** Forgets all that are meant. */
  forget(isMeant: (value: V) => boolean): void {
    for (const values of [this.recent, this.earlier]) {
      for (const [name, value] of values) if (isMeant(value)) values.delete(name);
    }
  }

  private turn(): void {
    const age = this.now() - this.begunAt;
    if (age < this.lifeMs) return;
    this.earlier = age < 2 * this.lifeMs ? this.recent : new Map();
    this.recent = new Map();
    this.begunAt = this.now();
  }
}
