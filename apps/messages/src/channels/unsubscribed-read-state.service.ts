import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { ActorContext } from '@stoa/rpc';
import { FlagsService } from '../flags/flags.service';

/** Whoever leaves a channel has nothing unread in it (design section 4): marked after the change, in batches. */
@Injectable()
export class UnsubscribedReadState {
  constructor(
    private readonly flags: FlagsService,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** A failure is logged: the subscription has ended, and what stays unread there is not counted as unread any more. */
  async markLeft(ctx: ActorContext, left: readonly { userId: number; recipientId: number }[]): Promise<void> {
    for (const { userId, recipientId } of left) {
      try {
        await this.flags.markConversationRead(ctx, userId, recipientId);
      } catch (error) {
        this.log.error(
          { err: error, requestId: ctx.requestId, userId, recipientId },
          'a left channel was not marked read',
        );
      }
    }
  }
}
