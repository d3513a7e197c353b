import { Injectable } from '@nestjs/common';
import { changeDeliveryLog } from '@stoa/contracts/messages';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { Directory } from '@stoa/directory';
import { insufficientPermission } from '@stoa/errors';
import { maySwitchBotLog } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { accessBot, administered } from './access-bot';
import { DeliveryLogRepository } from './delivery-log.repository';
import { SealedLog } from './sealed-log';

/** What owners of bots and administrators say about the log of deliveries and calls. */
@Injectable()
export class DeliveryLogService {
  constructor(
    private readonly directory: Directory,
    private readonly repository: DeliveryLogRepository,
    private readonly sealed: SealedLog,
  ) {}

  /** @throws DomainError as {@link accessBot} */
  @Handles(changeDeliveryLog)
  async change(
    ctx: ActorContext,
    { bot_id: botId, records_bodies: recordsBodies }: RequestOf<typeof changeDeliveryLog>,
  ): Promise<RpcResponse<typeof changeDeliveryLog>> {
    const { realmId, userId } = ctx.actor;
    const { bot, requester } = await this.directory.decideConfirmed(realmId, (view) => accessBot(view, userId, botId));
    if (!maySwitchBotLog(administered(requester), administered(bot))) throw insufficientPermission();
    const forget = () => this.repository.forgetBodies(bot.id, this.sealed.nothing());
    // A row that was being stored while it was switched off may have its body: nobody agreed to show that.
    if (recordsBodies && !(await this.repository.recordsBodies(bot.id))) await forget();
    await this.repository.record({ id: bot.id, realmId }, recordsBodies);
    // After the switch: what comes in between is not recorded any more.
    if (!recordsBodies) await forget();
    return { records_bodies: recordsBodies };
  }
}
