/** Calls `tick` again and again from {@link wake} on, until it finds nothing to look at: an idle process sleeps. */
export class Ticker {
  private timer: NodeJS.Timeout | undefined;

  /** @param tick returns whether there is something left to look at */
  constructor(
    private readonly everyMs: number,
    private readonly tick: () => boolean,
  ) {}

  /** There is something to look at, first after one pause. */
  wake(): void {
    if (this.timer !== undefined) return;
    this.timer = setInterval(() => {
      if (!this.tick()) this.stop();
    }, this.everyMs);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
