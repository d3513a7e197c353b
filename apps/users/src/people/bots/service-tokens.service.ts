import { Inject, Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { readServiceToken } from '@stoa/contracts/users';
import { Database } from '@stoa/database';
import { ChangeFactsReader } from '@stoa/directory';
import { badRequest } from '@stoa/errors';
import { LOGGER, type Logger } from '@stoa/observability';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { BotObjects } from '../../shared/bot-data/bot-objects';
import { Reauthentication } from '../logins/reauthentication';
import { accessBot } from './update-bot.service';

/** Shows the tokens of services to browsers (mail-and-integrations.md 6): whoever has one is the service's chat. */
@Injectable()
export class ServiceTokensService {
  constructor(
    private readonly database: Database,
    private readonly facts: ChangeFactsReader,
    private readonly objects: BotObjects,
    private readonly reauthentication: Reauthentication,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @throws DomainError as {@link accessBot}, `This bot has no token.`, and without a fresh proof of who asks */
  @Handles(readServiceToken)
  async read(
    ctx: ActorContext,
    { bot_id: botId, password, session_id: sessionId }: RpcRequest<typeof readServiceToken>,
  ): Promise<RpcResponse<typeof readServiceToken>> {
    const { realmId, userId } = ctx.actor;
    const bot = accessBot(await this.facts.current(ctx), botId);
    await this.reauthentication.require(ctx.actor, { password, sessionId });
    const { services } = await this.objects.one(this.database, realmId, bot.id);
    const service = services.find((known) => 'token' in known);
    if (!service) throw badRequest('This bot has no token.');
    this.log.info({ requestId: ctx.requestId, realmId, userId, botId: bot.id }, 'the token of a service was read');
    return { token: service.token };
  }
}
