import { Injectable } from '@nestjs/common';

/** What comes so soon (ms) after the begin of a round waits for the next one. */
const ROUND_MS = 4;

/**
 * Lets polls go on together: the first at once, and those that come while its round lasts at the end of it. Clients that a
 * message woke come back one after the other within milliseconds; together they need one look at the organization's access, and
 * few calls of Redis, each of which writes to its log once.
 */
@Injectable()
export class PollRounds {
  private waiting: (() => void)[] = [];
  private isUnderWay = false;

  /** When it is the caller's turn; undefined: now. */
  next(): Promise<void> | undefined {
    if (this.isUnderWay) return new Promise((resolve) => this.waiting.push(resolve));
    this.begin();
    return undefined;
  }

  private begin(): void {
    this.isUnderWay = true;
    setTimeout(() => this.end(), ROUND_MS);
  }

  private end(): void {
    this.isUnderWay = false;
    const { waiting } = this;
    if (waiting.length === 0) return;
    this.waiting = [];
    this.begin();
    for (const go of waiting) go();
  }
}
