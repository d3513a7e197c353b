import { Injectable } from '@nestjs/common';
import { resendBotCall } from '@stoa/contracts/messages';
import type { RequestOf } from '@stoa/contracts/rpc';
import { Database, lockUser } from '@stoa/database';
import { Directory } from '@stoa/directory';
import { badRequest, insufficientPermission } from '@stoa/errors';
import { BotType, mayRepeatForBot } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { WebhookRequests } from '../../../send/storing/webhook-requests';
import { WebhookCallsRepository } from '../webhook-calls.repository';
import { accessBot, administered } from './access-bot';
import { BotCallsRepository } from './bot-calls.repository';
import { DeliveryLogRepository } from './delivery-log.repository';
import { SealedLog } from './sealed-log';

/** Requests to the services of bots that their owners have sent again. */
@Injectable()
export class ResendsService {
  constructor(
    private readonly directory: Directory,
    private readonly database: Database,
    private readonly calls: BotCallsRepository,
    private readonly logs: DeliveryLogRepository,
    private readonly waiting: WebhookCallsRepository,
    private readonly sealed: SealedLog,
    private readonly requests: WebhookRequests,
  ) {}

  /**
   * Has a request sent again, as one that is new.
   * @throws DomainError as {@link accessBot}, `Bot is deactivated`, `This bot has no service that could be called.`,
   * `No such delivery`, `This delivery was not recorded as a whole.`, `This request waits to be sent already.`
   */
  @Handles(resendBotCall)
  async resend(ctx: ActorContext, { bot_id: botId, id }: RequestOf<typeof resendBotCall>): Promise<void> {
    const { realmId, userId } = ctx.actor;
    const { bot, requester } = await this.directory.decideConfirmed(realmId, (view) => accessBot(view, userId, botId));
    if (!mayRepeatForBot(administered(requester), administered(bot))) throw insufficientPermission();
    if (!bot.isActive) throw badRequest('Bot is deactivated');
    if (bot.botType !== BotType.OutgoingWebhook) throw badRequest('This bot has no service that could be called.');
    const row = await this.calls.find(bot.id, id);
    // A test is about a message that exists nowhere: one tests again.
    if (!row || row.message_id === null) throw badRequest('No such delivery');
    const isWhole = this.sealed.exchange(row.sealed_exchange)?.is_whole ?? false;
    if (!isWhole || !(await this.logs.recordsBodies(bot.id))) {
      throw badRequest('This delivery was not recorded as a whole.');
    }
    const isNew = await this.database.write(ctx, [lockUser(bot.id)], (tx) => this.waiting.resend(tx, bot.id, id));
    if (!isNew) throw badRequest('This request waits to be sent already.');
    this.requests.announce();
  }
}
