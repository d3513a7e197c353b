/** Of all answered calls, the share that may be asked a second time; a lost node among three takes a third of them. */
const SHARE = 0.5;
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
