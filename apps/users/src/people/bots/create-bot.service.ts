import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { eventOf } from '@stoa/contracts/events';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { createBotWithAvatar } from '@stoa/contracts/users';
import { CreatedAccounts, Database, WriteTransaction, isUniqueViolation, withNewAccounts } from '@stoa/database';
import { badRequest, insufficientPermission } from '@stoa/errors';
import { embeddedBotNamed, integrationNamed } from '@stoa/integrations';
import { BotType, isEmailAddress, mailDomain, mayCreateBots, sealColumn } from '@stoa/policy';
import { readerOf } from '@stoa/read-state-store';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { ChangeFacts, ChangeFactsReader } from '@stoa/directory';
import { newAccountEvents } from '../accounts/account-change';
import { AccountsRepository } from '../accounts/accounts.repository';
import { KeyMaker } from '../api-keys/key-maker';
import { AvatarFiles } from '../avatars/avatar-files';
import { checkNewName } from '../../shared/user-changes/full-name-changes';
import { policyUser } from '../../shared/user-changes/user-rules';
import { UserSetsRepository } from '../../shared/user-set/user-sets.repository';
import { BotAudiences } from '../../shared/bot-data/bot-audiences';
import { BotChannels } from './bot-channels';
import { BotObjects } from '../../shared/bot-data/bot-objects';
import { checkConfig, checkEmbeddedConfig, keptSettings } from './bot-rules';
import { BotsRepository } from './bots.repository';
import { UsersEnvironment } from '../../users-environment';

type NewBot = RpcRequest<typeof createBotWithAvatar>;
type CreatedBot = RpcResponse<typeof createBotWithAvatar>;

const TAKEN = 'Email is already in use.';
const LONGEST_SHORT_NAME = 60;

/** Makes bots (users.md 16). */
@Injectable()
export class CreateBotService {
  constructor(
    private readonly database: Database,
    private readonly facts: ChangeFactsReader,
    private readonly accounts: AccountsRepository,
    private readonly userReads: UserSetsRepository,
    private readonly keys: KeyMaker,
    private readonly repository: BotsRepository,
    private readonly channels: BotChannels,
    private readonly objects: BotObjects,
    private readonly audiences: BotAudiences,
    private readonly avatars: AvatarFiles,
    private readonly environment: UsersEnvironment,
  ) {}

  /** @throws DomainError with the first problem of users.md 16 */
  @Handles(createBotWithAvatar)
  async create(ctx: ActorContext, request: RpcRequest<typeof createBotWithAvatar>): Promise<CreatedBot> {
    const fullName = request.full_name.trim();
    const email = botAddress(request.short_name, ctx.actor.realmHost);
    this.checkForm(await this.facts.current(ctx), request, fullName, email);
    return this.avatars.withStored(ctx.actor.realmId, request.files, (avatarKey) =>
      this.createWith(ctx, request, { fullName, email, avatarKey: avatarKey ?? undefined }),
    );
  }

  private async createWith(
    ctx: ActorContext,
    request: NewBot,
    { fullName, email, avatarKey }: { fullName: string; email: string; avatarKey: string | undefined },
  ): Promise<CreatedBot> {
    const { realmHost } = ctx.actor;
    const apiKey = this.keys.make(true);
    const account = {
      fullName,
      deliveryEmail: email,
      botType: request.bot_type,
      botOwnerId: ctx.actor.userId,
      avatarKey,
      apiKey: { hash: apiKey.hash, prefix: apiKey.prefix, sealed: apiKey.sealed ?? undefined },
    };
    try {
      return await withNewAccounts(this.database, ctx, { realmHost, accounts: [account] }, async (tx, created) => {
        const facts = await this.facts.current(ctx);
        this.checkForm(facts, request, fullName, email);
        return this.write(tx, facts, created, request);
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw badRequest(TAKEN);
      throw error;
    }
  }

  /** Also run in the creating transaction, where nothing changes any more. */
  private checkForm(facts: ChangeFacts, request: NewBot, fullName: string, email: string): void {
    checkNewName(facts, fullName, null);
    if (request.bot_type === BotType.Embedded) this.checkEmbedded(request);
    if (!isEmailAddress(email)) throw badRequest('Bad name or username');
    if (facts.users.byEmail(email)) throw badRequest(TAKEN);
    checkBotNameFree(facts, fullName, null);
    if (!Object.values<number>(BotType).includes(request.bot_type)) throw badRequest('Invalid bot type');
    const creator = policyUser(facts.requester);
    if (!mayCreateBots(creator, request.bot_type, facts.settings, facts.groups.graph)) {
      throw insufficientPermission();
    }
    if (request.interface_type !== 1 && request.interface_type !== 2) throw badRequest('Invalid interface type');
    const { bot_type: type, service_name: integration } = request;
    if (type === BotType.IncomingWebhook && integration && !integrationNamed(integration)) {
      throw badRequest(`Invalid integration '${integration}'.`);
    }
    checkConfig(request.config_data);
  }

  private checkEmbedded(request: NewBot): void {
    if (!this.environment.STOA_EMBEDDED_BOTS) throw badRequest('Embedded bots are not enabled.');
    const bot = embeddedBotNamed(serviceName(request));
    if (!bot) throw badRequest('Invalid embedded bot name.');
    checkEmbeddedConfig(bot, request.config_data);
  }

  private async write(
    tx: WriteTransaction,
    facts: ChangeFacts,
    created: CreatedAccounts,
    request: NewBot,
  ): Promise<CreatedBot> {
    const [account] = created.accounts;
    if (!account) throw new Error('no bot was created');
    await this.writeDetails(tx, facts, account.id, request);
    const [user] = await this.userReads.accounts(readerOf(tx), [account.id]);
    if (!user) throw new Error('the new bot is missing');
    tx.emit(
      ...newAccountEvents({
        realmId: tx.realmId,
        realmHost: facts.ctx.actor.realmHost,
        user,
        recipients: [...facts.users.byId.values()].filter(({ isActive }) => isActive),
        isAccessLimited: false,
        groups: created.groupMembers,
        channels: [],
      }),
    );
    const bot = await this.objects.one(readerOf(tx), tx.realmId, account.id);
    const recipients = await this.audiences.of(tx, facts.users, { id: account.id, botOwnerId: facts.requester.id });
    tx.emit(eventOf('realm_bot', 'add', { bot }, recipients));
    return {
      user_id: bot.user_id,
      api_key: bot.api_key,
      avatar_url: bot.avatar_url,
      default_sending_stream: bot.default_sending_stream,
      default_events_register_stream: bot.default_events_register_stream,
      default_all_public_streams: bot.default_all_public_streams,
    };
  }

  private async writeDetails(tx: WriteTransaction, facts: ChangeFacts, botId: number, request: NewBot): Promise<void> {
    const { STOA_API_KEY_SECRET: secret } = this.environment;
    await this.repository.setDefaults(tx, botId, {
      sendingChannelId: await this.channels.idOf(tx, facts, request.default_sending_stream ?? null),
      eventsRegisterChannelId: await this.channels.idOf(tx, facts, request.default_events_register_stream ?? null),
      allPublicChannels: request.default_all_public_streams ?? false,
    });
    if (request.bot_type === BotType.OutgoingWebhook) {
      await this.repository.addService(tx, botId, {
        name: serviceName(request),
        baseUrl: request.payload_url ?? '',
        interface: request.interface_type,
        token: sealColumn(secret, 'stoa/bot-service-token', randomBytes(16).toString('hex')),
      });
    }
    if (request.bot_type === BotType.Embedded) {
      const service = { name: serviceName(request), baseUrl: '', interface: 1, token: '' };
      await this.repository.addService(tx, botId, service);
    }
    if (request.bot_type === BotType.IncomingWebhook || request.bot_type === BotType.Embedded) {
      await this.repository.setConfig(tx, botId, keptSettings(secret, request.config_data));
    }
  }
}

/** Of bots that have a service and do not name it, the beginning of their address. */
function serviceName({ service_name: name, short_name: shortName }: NewBot): string {
  return name ?? shortName.trim();
}

/**
 * The address of a bot.
 * @throws DomainError when none can be made of the name
 */
export function botAddress(shortName: string, realmHost: string): string {
  const name = shortName.trim();
  if (name === '' || /[\r\n]/.test(shortName) || name.length > LONGEST_SHORT_NAME) {
    throw badRequest('Bad name or username');
  }
  return `${name}-bot@${mailDomain(realmHost)}`;
}

/**
 * @param ownId of the bot that gets the name; null for a new one
 * @throws DomainError `Name is already in use.` if an active account has it
 */
export function checkBotNameFree({ users }: ChangeFacts, fullName: string, ownId: number | null): void {
  const wanted = fullName.toLowerCase();
  for (const user of users.byId.values()) {
    if (user.isActive && user.id !== ownId && user.fullName.toLowerCase() === wanted) {
      throw badRequest('Name is already in use.');
    }
  }
}
