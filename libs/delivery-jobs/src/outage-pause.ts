import { Injectable } from '@nestjs/common';

const FIRST_PAUSE_MS = 500;
/** The other side is in use again this long after it works, at most. */
const LONGEST_PAUSE_MS = 8_000;

/**
 * Spares the database while the other side of deliveries (the push relay, the mail server) is away: after a failure
 * nothing is begun for a moment, then a single piece of work shows whether it is back.
 */
@Injectable()
export class OutagePause {
  private failures = 0;
  private until = 0;

  /** Nothing is to be begun now. */
  get isPaused(): boolean {
    return performance.now() < this.until;
  }

  /** The last attempt failed: one piece of work is enough to see. */
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
