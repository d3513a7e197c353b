import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { getWebhookSettings, removeWebhookSecret, setBotMentions, setWebhookSecret } from '@stoa/contracts/users';
import { Database, WriteTransaction, lockRealm } from '@stoa/database';
import { ChangeFacts, ChangeFactsReader, DirectoryUser } from '@stoa/directory';
import { badRequest } from '@stoa/errors';
import {
  integrationNamed,
  integrationOfSecret,
  isSecretSetting,
  neededSecrets,
  secretSettings,
} from '@stoa/integrations';
import { BotType, openColumn } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { UsersEnvironment } from '../../users-environment';
import { keptSettings } from './bot-rules';
import { BotsRepository } from './bots.repository';
import { accessBot } from './update-bot.service';
import { WebhookSettingsRepository } from './webhook-settings.repository';

/** Sets up incoming webhook bots: secrets, which are never shown, and whom they mention (docs/integrations/README.md). */
@Injectable()
export class WebhookSettingsService {
  constructor(
    private readonly database: Database,
    private readonly facts: ChangeFactsReader,
    private readonly bots: BotsRepository,
    private readonly repository: WebhookSettingsRepository,
    private readonly environment: UsersEnvironment,
  ) {}

  /** @throws DomainError as {@link accessBot}, `This bot takes no deliveries.` */
  @Handles(getWebhookSettings)
  async get(
    ctx: ActorContext,
    { bot_id: botId }: RequestOf<typeof getWebhookSettings>,
  ): Promise<RpcResponse<typeof getWebhookSettings>> {
    const bot = accessWebhookBot(await this.facts.current(ctx), botId);
    const [settings, mentions] = await Promise.all([
      this.repository.settings(bot.id),
      this.repository.mentions(bot.id),
    ]);
    // Templates may say what administrators do not see.
    const isOwn = bot.botOwnerId === ctx.actor.userId;
    const shown = Object.entries(settings).filter(([key]) => !isSecretSetting(key));
    return { settings: isOwn ? Object.fromEntries(shown) : null, secrets: secretsIn(settings), mentions };
  }

  /**
   * @throws DomainError as {@link get}, `Invalid integration '…'.`, and for tools that sign nothing: their deliveries would
   * never be taken
   */
  @Handles(setWebhookSecret)
  async setSecret(
    ctx: ActorContext,
    { bot_id: botId, integration: name, secret, keeps_former: keepsFormer }: RequestOf<typeof setWebhookSecret>,
  ): Promise<void> {
    const integration = integrationNamed(name);
    if (!integration) throw badRequest(`Invalid integration '${name}'.`);
    await this.change(ctx, botId, async (tx, bot) => {
      if (!integration.signature) {
        throw badRequest('This tool signs nothing: a secret would keep all of its deliveries out.');
      }
      const [current, former] = secretSettings(name);
      const kept = keepsFormer ? await this.formerSecret(tx, bot.id, name, secret) : undefined;
      await this.repository.removeSettings(tx, bot.id, [former]);
      await this.bots.setConfig(tx, bot.id, {
        ...(kept === undefined ? {} : { [former]: kept }),
        ...keptSettings(this.environment.STOA_API_KEY_SECRET, { [current]: secret }),
      });
    });
  }

  /**
   * What the tool may sign with still, once its secret is another: its own, or that of every integration. If the secret is
   * the one in use (a request that is repeated), the one before it.
   * @returns as it is kept
   */
  private async formerSecret(
    tx: WriteTransaction,
    botId: number,
    integration: string,
    secret: string,
  ): Promise<string | undefined> {
    const valid = neededSecrets(integration, await this.repository.currentSettings(tx, botId)) ?? [];
    return valid.find((kept) => openColumn(this.environment.STOA_API_KEY_SECRET, 'stoa/bot-secret', kept) !== secret);
  }

  /** @throws DomainError as {@link get} */
  @Handles(removeWebhookSecret)
  async removeSecret(
    ctx: ActorContext,
    { bot_id: botId, integration, former_only: isFormerOnly }: RequestOf<typeof removeWebhookSecret>,
  ): Promise<void> {
    const [current, former] = secretSettings(integration);
    const ended = isFormerOnly ? [former] : [current, former];
    await this.change(ctx, botId, (tx, bot) => this.repository.removeSettings(tx, bot.id, ended));
  }

  /**
   * Who was deactivated meanwhile may stay, but not come in.
   * @throws DomainError as {@link get}, `No such user`, and for a name that is there twice
   */
  @Handles(setBotMentions)
  async setMentions(ctx: ActorContext, { bot_id: botId, mentions }: RequestOf<typeof setBotMentions>): Promise<void> {
    await this.change(ctx, botId, async (tx, bot, { users }) => {
      const current = new Map((await this.repository.currentMentions(tx, bot.id)).map((m) => [m.name, m.user_id]));
      const names = new Set<string>();
      const kept = mentions.map(({ name: given, user_id }) => {
        const name = given.trim().toLowerCase();
        if (names.has(name)) throw badRequest(`The name '${name}' is there twice.`);
        names.add(name);
        const user = users.get(user_id);
        if (!user || user.isBot || name === '') throw badRequest('No such user');
        if (!user.isActive && current.get(name) !== user_id) throw badRequest('No such user');
        return { name, user_id };
      });
      await this.repository.setMentions(tx, bot.id, kept);
    });
  }

  private async change(
    ctx: ActorContext,
    botId: number,
    write: (tx: WriteTransaction, bot: DirectoryUser, facts: ChangeFacts) => Promise<void>,
  ): Promise<void> {
    await this.database.write(ctx, [lockRealm(ctx.actor.realmId, 'exclusive')], async (tx) => {
      const facts = await this.facts.current(ctx);
      await write(tx, accessWebhookBot(facts, botId), facts);
    });
  }
}

function accessWebhookBot(facts: ChangeFacts, botId: number): DirectoryUser {
  const bot = accessBot(facts, botId);
  if (bot.botType !== BotType.IncomingWebhook) throw badRequest('This bot takes no deliveries.');
  return bot;
}

/** Those that every integration has which has none of its own come first. */
function secretsIn(settings: Readonly<Record<string, string>>): { integration: string | null; has_former: boolean }[] {
  const isSet = (key: string): boolean => (settings[key] ?? '') !== '';
  const names = new Set(Object.keys(settings).flatMap((key) => (isSet(key) && integrationOfSecret(key)) || []));
  return [null, ...[...names].sort()]
    .map((integration) => ({ integration, keys: secretSettings(integration) }))
    .filter(({ keys }) => keys.some(isSet))
    .map(({ integration, keys: [, former] }) => ({ integration, has_former: isSet(former) }));
}
