import { BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { PendingRead } from './pending-reads.repository';
import { PendingReadsService } from './pending-reads.service';

const AT_ONCE = 4;

/**
 * Users who leave a channel have nothing unread in it (design.md 4): the messages are marked after the answer, a few at
 * a time. A stop of the process waits for the rest. PendingReadsJob finds the rows of what failed or was cut off by a
 * crash.
 */
@Injectable()
export class LeftChannels implements BeforeApplicationShutdown {
  private readonly waiting: { pending: PendingRead; requestId: string }[] = [];
  private readonly lanes = new Set<Promise<void>>();

  constructor(
    private readonly pendingReads: PendingReadsService,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns at once and never fails: the subscriptions have ended even if this does not succeed. */
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
