/**
 * How many repetitions each answered call allows. A lost replica of three takes a third of all tries, and half of them where
 * a server of NATS knows one other replica only: then every call needs a repetition, and some chance is left for more.
 */
const SHARE = 1.5;
/** What is saved up for the moment at which a replica is lost. */
const MOST = 100;

/**
 * Bounds how many calls are asked of another replica while the first one is silent. When everything is slow, repeating
 * everything would make it slower.
 */
export class RepeatBudget {
  private left = MOST;

  /** A call was answered. */
  earn(): void {
    this.left = Math.min(MOST, this.left + SHARE);
  }

  /** @returns whether one more call may be repeated, which is then taken into account */
  spend(): boolean {
    if (this.left < 1) return false;
    this.left -= 1;
    return true;
  }
}
