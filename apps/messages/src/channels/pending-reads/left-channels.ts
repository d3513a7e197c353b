import { BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { PendingRead } from './pending-reads.repository';
import { PendingReadsService } from './pending-reads.service';

const AT_ONCE = 4;

/**
 * Whoever leaves a channel has nothing unread in it (design.md 4): marked after the answer, a few at a time. A stop of
 * the process waits for what is left. What fails, and what a crash cuts off, has its row, which PendingReadsJob finds.
 */
@Injectable()
export class LeftChannels implements BeforeApplicationShutdown {
  private readonly waiting: { pending: PendingRead; requestId: string }[] = [];
  private readonly lanes = new Set<Promise<void>>();

  constructor(
    private readonly pendingReads: PendingReadsService,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns at once and never fails: the subscriptions have ended, whatever becomes of this. */
  settleSoon(left: readonly PendingRead[], requestId: string): void {
    for (const pending of left) this.waiting.push({ pending, requestId });
    for (let free = Math.min(AT_ONCE - this.lanes.size, this.waiting.length); free > 0; free--) this.openLane();
  }

  /** Before the database is closed. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.lanes);
  }

  private openLane(): void {
    const lane = this.work().finally(() => this.lanes.delete(lane));
    this.lanes.add(lane);
  }

  private async work(): Promise<void> {
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      const { pending, requestId } = next;
      try {
        await this.pendingReads.settle(pending, requestId);
      } catch (error) {
        const { userId, recipientId } = pending;
        this.log.warn({ err: error, requestId, userId, recipientId }, 'a left channel is marked read later');
      }
    }
  }
}
