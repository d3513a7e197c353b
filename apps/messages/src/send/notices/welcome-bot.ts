import { Inject, Injectable } from '@nestjs/common';
import { Directory } from '@stoa/directory';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { ActorContext } from '@stoa/rpc';
import { NoticeService } from './notice.service';
import { textsFor } from './texts-for';
import { PreparedSend } from '../storing/prepared-send';
import { SystemBots } from '../system-bots/system-bots';

/** Answers who writes to the welcome bot alone, always with the same text (organization.md 4.9). */
@Injectable()
export class WelcomeBot {
  constructor(
    private readonly directory: Directory,
    private readonly bots: SystemBots,
    private readonly notices: NoticeService,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** To be called once per message that was sent. An answer that cannot be sent is logged: the message is sent all the same. */
  async answer(ctx: ActorContext, { record }: PreparedSend): Promise<void> {
    const { receipt_user_ids: receiptUserIds, sender_id: senderId } = record;
    if (receiptUserIds?.length !== 2) return;
    try {
      const bot = await this.bots.welcomeBot();
      if (senderId === bot.id || !receiptUserIds.includes(bot.id)) return;
      const within = { claim: () => Promise.resolve(true), sent: () => Promise.resolve() };
      const content = (await textsFor(this.directory, ctx.actor.realmId, senderId))('welcome.answer');
      await this.notices.sendDirectWithin(ctx, senderId, content, { by: 'welcome', within });
    } catch (error) {
      this.log.error({ err: error, requestId: ctx.requestId }, 'the welcome bot could not answer');
    }
  }
}
