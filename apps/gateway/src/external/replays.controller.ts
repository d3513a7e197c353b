import { type ReplayedDelivery, readIncomingDelivery, replayDelivery } from '@stoa/contracts/messages';
import type { Actor, RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { badRequest } from '@stoa/errors';
import { integrationNamed } from '@stoa/integrations';
import { BotType } from '@stoa/policy';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import { Deliveries } from './deliveries';
import { clientOf, endOf } from './delivery-log';

type Recorded = RpcResponse<typeof readIncomingDelivery>;

/** Deliveries of other tools that the owners of bots have taken again (mail-and-integrations.md 8.5). */
@EndpointController()
export class ReplaysController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly deliveries: Deliveries,
  ) {}

  /** What the delivery becomes is a success whatever it is: the caller sees how it ended. */
  @Endpoint(replayDelivery)
  async replay(
    ctx: UserContext,
    { bot_id: botId, id }: RequestOf<typeof replayDelivery>,
  ): Promise<{ delivery: ReplayedDelivery }> {
    const recorded = await this.rpc.call(readIncomingDelivery, ctx, { bot_id: botId, id });
    const integration = integrationNamed(recorded.integration);
    if (!integration) throw badRequest('No such delivery');
    const receivedAt = Date.now();
    const actor = asBot(ctx.actor, botId, recorded.bot, clientOf(integration));
    const { headers, query, is_signed: wasSigned } = recorded;
    const taken = await this.deliveries.take(
      { requestId: ctx.requestId, deadlineAt: ctx.deadlineAt, actor },
      {
        ...{ integration, receivedAt },
        delivery: { headers, query, body: Buffer.from(recorded.body) },
        replay: { of: id, wasSigned: wasSigned ?? false },
      },
    );
    const facts = { id: taken.id, integration: integration.name, duration_ms: Date.now() - receivedAt };
    return { delivery: { ...facts, ...endOf(taken.end) } };
  }
}

/** @param owner of the same organization */
function asBot(owner: Actor, userId: number, bot: Recorded['bot'], clientName: string): Actor {
  return {
    ...owner,
    ...{ userId, clientName },
    role: bot.role,
    isBot: true,
    botType: BotType.IncomingWebhook,
    email: bot.email,
    deliveryEmail: bot.delivery_email,
    fullName: bot.full_name,
    canCreateUsers: false,
    canForgeSender: bot.can_forge_sender,
  };
}
