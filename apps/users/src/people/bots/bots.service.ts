import { Inject, Injectable } from '@nestjs/common';
import { keysRevoked } from '@stoa/contracts/events';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { deactivateBot, getBotApiKey, listBots, regenerateBotApiKey } from '@stoa/contracts/users';
import { Database, lockRealm, lockUser } from '@stoa/database';
import { badRequest } from '@stoa/errors';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { ChangeFactsReader } from '@stoa/directory';
import { ApiKeysRepository } from '../api-keys/api-keys.repository';
import { KeyMaker } from '../api-keys/key-maker';
import { AccountActivation } from '../../shared/user-changes/account-activation';
import { LARGEST_ACCOUNT_ID } from '../../shared/user-changes/user-rules';
import { BotAudiences } from '../../shared/bot-data/bot-audiences';
import { BotObjects } from '../../shared/bot-data/bot-objects';
import { BotsRepository } from './bots.repository';
import { accessBot } from './update-bot.service';

/** Listing, deactivation and keys of bots (users.md 16, organization.md 2.3). */
@Injectable()
export class BotsService {
  constructor(
    private readonly database: Database,
    private readonly facts: ChangeFactsReader,
    private readonly repository: BotsRepository,
    private readonly objects: BotObjects,
    private readonly audiences: BotAudiences,
    private readonly activity: AccountActivation,
    private readonly keys: ApiKeysRepository,
    private readonly keyMaker: KeyMaker,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** The caller's own active bots, oldest first; two statements. */
  @Handles(listBots)
  async list({ actor }: ActorContext): Promise<RpcResponse<typeof listBots>> {
    const ids = await this.repository.idsOfOwner(actor.userId);
    const byId = new Map((await this.objects.read(this.database, actor.realmId, ids)).map((bot) => [bot.user_id, bot]));
    const bots = ids.flatMap((id) => byId.get(id) ?? []);
    return {
      bots: bots.map((bot) => ({
        username: bot.email,
        full_name: bot.full_name,
        api_key: bot.api_key,
        avatar_url: bot.avatar_url,
        default_sending_stream: bot.default_sending_stream,
        default_events_register_stream: bot.default_events_register_stream,
        default_all_public_streams: bot.default_all_public_streams,
      })),
    };
  }

  /** @throws DomainError as {@link accessBot}; an inactive bot is left as it is */
  @Handles(deactivateBot)
  async deactivate(ctx: ActorContext, { bot_id }: RequestOf<typeof deactivateBot>): Promise<void> {
    const { realmId } = ctx.actor;
    const locks = [lockRealm(realmId, 'exclusive')];
    await this.database.write(ctx, locks, async (tx) => {
      const facts = await this.facts.current(ctx);
      const bot = accessBot(facts, bot_id);
      if (bot.isActive) await this.activity.deactivate(tx, facts, bot);
    });
  }

  /** Logged, as whoever has the key is the bot. @throws DomainError as {@link accessBot}, and for a bot without a life */
  @Handles(getBotApiKey)
  async key(
    ctx: ActorContext,
    { bot_id: botId }: RequestOf<typeof getBotApiKey>,
  ): Promise<RpcResponse<typeof getBotApiKey>> {
    const { realmId, userId } = ctx.actor;
    const bot = accessBot(await this.facts.current(ctx), botId);
    if (!bot.isActive) throw badRequest('Bot is deactivated');
    const { api_key: apiKey } = await this.objects.one(this.database, realmId, bot.id);
    this.log.info({ requestId: ctx.requestId, realmId, userId, botId: bot.id }, 'the key of a bot was read');
    return { api_key: apiKey };
  }

  /** @throws DomainError as {@link accessBot} */
  @Handles(regenerateBotApiKey)
  async regenerateKey(
    ctx: ActorContext,
    { bot_id: botId }: RequestOf<typeof regenerateBotApiKey>,
  ): Promise<RpcResponse<typeof regenerateBotApiKey>> {
    const { realmId } = ctx.actor;
    if (botId > LARGEST_ACCOUNT_ID) throw badRequest('No such bot');
    const locks = [lockRealm(realmId, 'shared'), lockUser(botId)];
    const made = this.keyMaker.make(true);
    await this.database.write(ctx, locks, async (tx) => {
      const facts = await this.facts.current(ctx);
      const bot = accessBot(facts, botId);
      await this.keys.revokeAllBut(tx, bot.id, 0);
      await this.keys.insert(tx, bot.id, made);
      tx.emit(keysRevoked([bot.id]), await this.audiences.update(tx, facts.users, bot, { api_key: made.apiKey }));
    });
    return { api_key: made.apiKey };
  }
}
