import { Injectable } from '@nestjs/common';

const FIRST_PAUSE_MS = 500;
/** The relay is in use again this long after it works, at most. */
const LONGEST_PAUSE_MS = 8_000;

/**
 * Spares the database while the relay is away: after a failure nothing is begun for a moment, then one user's turn shows
 * whether it is back. The calls themselves have a circuit breaker of their own, which knows nothing of what they cost here.
 */
@Injectable()
export class RelayPause {
  private failures = 0;
  private until = 0;

  /** Nothing is to be begun now. */
  get isPaused(): boolean {
    return performance.now() < this.until;
  }

  /** The last call failed: one turn is enough to see. */
  get isDoubtful(): boolean {
    return this.failures > 0;
  }

  observeAnswer(): void {
    this.failures = 0;
    this.until = 0;
  }

  observeOutage(): void {
    // What was under way together fails together.
    if (this.isPaused) return;
    this.failures++;
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.failures - 1));
    this.until = performance.now() + pauseMs * (0.75 + Math.random() / 4);
  }
}
