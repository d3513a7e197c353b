import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { ActorContext } from '@stoa/rpc';
import { NoticeService } from './notice.service';
import { PreparedSend } from '../storing/prepared-send';
import { SystemBots } from '../system-bots/system-bots';

const ANSWER =
  'I am a bot and understand nothing beyond this conversation, but here is what helps most people at the start:\n\n' +
  '* Conversations happen in channels, each divided into topics. ' +
  '[Browse the channels](#channels/all) and subscribe to those that matter to you.\n' +
  '* [Your profile](#settings/profile) shows others who you are, with a picture if you like.\n' +
  '* For anything else ask your colleagues: a direct message or a new topic is a good way to begin.';

/** Answers who writes to the welcome bot alone, always with the same text (organization.md 4.9). */
@Injectable()
export class WelcomeBot {
  constructor(
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
      await this.notices.sendDirectWithin(ctx, senderId, ANSWER, { by: 'welcome', within });
    } catch (error) {
      this.log.error({ err: error, requestId: ctx.requestId }, 'the welcome bot could not answer');
    }
  }
}
