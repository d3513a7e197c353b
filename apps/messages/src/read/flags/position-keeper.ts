import { Inject, Injectable } from '@nestjs/common';
import { Database, lockUser } from '@stoa/database';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { ReadStateRepository } from '@stoa/read-state-store';
import { ActorContext } from '@stoa/rpc';

const INTERVAL_MS = 10 * 60_000;
const USERS_REMEMBERED = 100_000;

/**
 * Moves the read positions of users who read towards the newest settled chunk, so that finding their unread messages
 * stays cheap. It changes nothing that anybody can see, so a request never waits for it or fails with it.
 */
@Injectable()
export class PositionKeeper {
  private readonly advancedAt = new Map<number, number>();

  constructor(
    private readonly database: Database,
    private readonly readState: ReadStateRepository,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** At most once in ten minutes per user and process. */
  advanceSoon(ctx: ActorContext, userId: number): void {
    const now = performance.now();
    const last = this.advancedAt.get(userId);
    if (last !== undefined && now - last < INTERVAL_MS) return;
    if (this.advancedAt.size >= USERS_REMEMBERED) this.advancedAt.clear();
    this.advancedAt.set(userId, now);
    this.advance(ctx, userId).catch((error: unknown) => {
      this.log.warn({ err: error, userId, requestId: ctx.requestId }, 'a read position could not be advanced');
    });
  }

  private async advance(ctx: ActorContext, userId: number): Promise<void> {
    for (let isSettled = false; !isSettled;) {
      isSettled = await this.database.write(ctx, [lockUser(userId)], (tx) =>
        this.readState.advancePosition(tx, userId),
      );
    }
  }
}
