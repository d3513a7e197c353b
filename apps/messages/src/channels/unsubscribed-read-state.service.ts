import { BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { ActorContext } from '@stoa/rpc';
import { FlagsService } from '../flags/flags.service';

/** A subscription that has ended. */
export interface LeftChannel {
  userId: number;
  recipientId: number;
  /** What came before it is marked; who comes back meanwhile keeps what is new. */
  boundaryId: number;
}

const AT_ONCE = 4;
const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 250;
const PAUSE_GROWTH = 4;

/**
 * Whoever leaves a channel has nothing unread in it (design section 4): marked after the answer, a few at a time, and
 * tried again when it fails. A stop of the process waits for what is left.
 *
 * Nothing remembers it beyond the process. After a crash, or when all attempts fail, the messages stay without the flag
 * `read`; they are in no list and no count of unread messages, as these hold only conversations that the user is in now
 * (UnreadMessagesRepository in libs/read-state-store). Only who subscribes again finds them unread as they were left.
 */
@Injectable()
export class UnsubscribedReadState implements BeforeApplicationShutdown {
  private readonly pending: { ctx: ActorContext; left: LeftChannel }[] = [];
  private readonly lanes = new Set<Promise<void>>();
  private readonly ending = new AbortController();

  constructor(
    private readonly flags: FlagsService,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns at once and never fails: the subscriptions have ended, whatever becomes of this. */
  markLeftSoon(ctx: ActorContext, channels: readonly LeftChannel[]): void {
    for (const left of channels) this.pending.push({ ctx, left });
    for (let free = Math.min(AT_ONCE - this.lanes.size, this.pending.length); free > 0; free--) this.openLane();
  }

  /** Before the database is closed; failures are not waited out any more. */
  async beforeApplicationShutdown(): Promise<void> {
    this.ending.abort();
    await Promise.all(this.lanes);
  }

  private openLane(): void {
    const lane = this.work().finally(() => this.lanes.delete(lane));
    this.lanes.add(lane);
  }

  private async work(): Promise<void> {
    for (let next = this.pending.shift(); next; next = this.pending.shift()) await this.mark(next.ctx, next.left);
  }

  private async mark(ctx: ActorContext, { userId, recipientId, boundaryId }: LeftChannel): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.flags.markConversationRead(ctx, userId, recipientId, { below: boundaryId });
        return;
      } catch (error) {
        if (attempt >= ATTEMPTS || this.ending.signal.aborted) {
          const facts = { err: error, requestId: ctx.requestId, userId, recipientId };
          this.log.error(facts, 'a left channel was not marked read');
          return;
        }
      }
      // An abort only ends the pause: the last attempt follows at once.
      const { signal } = this.ending;
      await pause(FIRST_PAUSE_MS * PAUSE_GROWTH ** (attempt - 1), undefined, { signal }).catch(() => undefined);
    }
  }
}
