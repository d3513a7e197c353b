import { Injectable } from '@nestjs/common';

/** What is gathered begins after so long (ms) at the latest. */
const GATHERED_MS = 50;
/** So many begin at once, however short they have waited: together they keep the event loop for a few milliseconds. */
const MOST_TOGETHER = 16;

/**
 * Lets requests that nobody waits for be done together while there are many: each that comes alone wakes every process on its
 * way, and a process that has just done one does the next for a part of the price. The first that overlaps another begins to
 * gather; who gathers nobody but one gives it up, so that a client that asks again and again alone never waits.
 */
@Injectable()
export class GatheredRequests {
  private underWay = 0;
  /** Those that are gathered; undefined while none are. */
  private waiting: (() => void)[] | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** Does the work at once, or with that of others. @returns, and throws, what the work does */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.waiting || this.underWay > 0) await this.turn();
    this.underWay += 1;
    try {
      return await work();
    } finally {
      this.underWay -= 1;
    }
  }

  private turn(): Promise<void> {
    return new Promise((resolve) => {
      if (!this.waiting) this.gather();
      this.waiting?.push(resolve);
      if (this.waiting?.length === MOST_TOGETHER) this.release();
    });
  }

  private gather(): void {
    this.waiting = [];
    this.timer = setTimeout(() => this.release(), GATHERED_MS);
  }

  private release(): void {
    clearTimeout(this.timer);
    const gathered = this.waiting ?? [];
    this.waiting = undefined;
    if (gathered.length > 1) this.gather();
    for (const go of gathered) go();
  }
}
