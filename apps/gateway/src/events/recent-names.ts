/**
 * Names that were noted a moment ago: each is remembered for the given time at least, and for twice as long at most. Two sets
 * take turns, so that none is removed from alone.
 */
export class RecentNames {
  private recent = new Set<string>();
  private earlier = new Set<string>();
  private begunAt: number;

  /** @param now milliseconds of a clock that only goes forward */
  constructor(
    private readonly lifeMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.begunAt = now();
  }

  has(name: string): boolean {
    this.turn();
    return this.recent.has(name) || this.earlier.has(name);
  }

  note(name: string): void {
    this.turn();
    this.recent.add(name);
  }

  private turn(): void {
    const age = this.now() - this.begunAt;
    if (age < this.lifeMs) return;
    this.earlier = age < 2 * this.lifeMs ? this.recent : new Set();
    this.recent = new Set();
    this.begunAt = this.now();
  }
}
