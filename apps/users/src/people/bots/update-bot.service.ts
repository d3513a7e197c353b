import { Injectable } from '@nestjs/common';
import type { RpcRequest } from '@stoa/contracts/rpc';
import { updateBotWithAvatar } from '@stoa/contracts/users';
import type { UpdatedBot } from '@stoa/contracts/users';
import { Database, WriteTransaction, lockRealm } from '@stoa/database';
import { ChangeFacts, ChangeFactsReader, DirectoryUser, RealmUsers } from '@stoa/directory';
import { badRequest, insufficientPermission } from '@stoa/errors';
import { embeddedBotNamed } from '@stoa/integrations';
import { BotType, administersUser } from '@stoa/policy';
import { readerOf } from '@stoa/read-state-store';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { AvatarChanges } from '../avatars/avatar-changes';
import { AvatarFiles } from '../avatars/avatar-files';
import { FullNameChanges } from '../../shared/user-changes/full-name-changes';
import { RoleChanges } from '../../shared/user-changes/role-changes';
import { policyUser, requireRightOver } from '../../shared/user-changes/user-rules';
import { BotAudiences } from '../../shared/bot-data/bot-audiences';
import { BotAddressChange } from './bot-address-change';
import { BotChannels } from './bot-channels';
import { BotObjects } from '../../shared/bot-data/bot-objects';
import { BotOwnerChanges } from '../../shared/bot-data/bot-owner-changes';
import { checkConfig, checkEmbeddedConfig, keptSettings } from './bot-rules';
import { BotDefaults, BotsRepository } from './bots.repository';
import { checkBotNameFree } from './create-bot.service';
import { UsersEnvironment } from '../../users-environment';

type BotUpdate = RpcRequest<typeof updateBotWithAvatar>;

/** The form of outgoing messages that a bot has unless it names another. */
const GENERIC_INTERFACE = 1;

/** Changes bots (users.md 16): everything or nothing, in one transaction. */
@Injectable()
export class UpdateBotService {
  constructor(
    private readonly database: Database,
    private readonly facts: ChangeFactsReader,
    private readonly repository: BotsRepository,
    private readonly names: FullNameChanges,
    private readonly roles: RoleChanges,
    private readonly owners: BotOwnerChanges,
    private readonly channels: BotChannels,
    private readonly audiences: BotAudiences,
    private readonly objects: BotObjects,
    private readonly avatarFiles: AvatarFiles,
    private readonly avatars: AvatarChanges,
    private readonly addresses: BotAddressChange,
    private readonly environment: UsersEnvironment,
  ) {}

  /** @throws DomainError with a text of users.md 2 or 16 */
  @Handles(updateBotWithAvatar)
  async update(ctx: ActorContext, request: RpcRequest<typeof updateBotWithAvatar>): Promise<UpdatedBot> {
    const { realmId } = ctx.actor;
    if (request.files.first) accessBot(await this.facts.current(ctx), request.bot_id);
    const { answer, replacedKey } = await this.avatarFiles.withStored(realmId, request.files, (avatarKey) =>
      this.updateWith(ctx, request, avatarKey),
    );
    await this.avatarFiles.release(realmId, replacedKey);
    return answer;
  }

  private async updateWith(
    ctx: ActorContext,
    request: BotUpdate,
    avatarKey: string | null,
  ): Promise<{ answer: UpdatedBot; replacedKey: string | null }> {
    const { realmId } = ctx.actor;
    const locks = [lockRealm(realmId, 'exclusive')];
    return this.database.write(ctx, locks, async (tx) => {
      const facts = await this.facts.current(ctx);
      const bot = accessBot(facts, request.bot_id);
      let changed = await this.changeAccount(tx, facts, bot, request);
      if (request.bot_owner_id !== undefined) {
        changed = await this.changeOwner(tx, facts, changed, request.bot_owner_id);
      }
      await this.changeDefaults(tx, facts, changed, request);
      await this.changeService(tx, facts, changed, request);
      if (avatarKey !== null) await this.avatars.set(tx, facts, changed, avatarKey);
      return {
        answer: await this.answer(tx, facts, changed, request),
        replacedKey: avatarKey === null ? null : bot.avatarKey,
      };
    });
  }

  private async changeAccount(
    tx: WriteTransaction,
    facts: ChangeFacts,
    bot: DirectoryUser,
    { full_name: fullName, short_name: shortName, role }: BotUpdate,
  ): Promise<DirectoryUser> {
    let changed = bot;
    if (fullName !== undefined && fullName.trim() !== bot.fullName) {
      checkBotNameFree(facts, fullName.trim(), bot.id);
      changed = await this.names.change(tx, facts, changed, fullName);
    }
    if (shortName !== undefined) changed = await this.addresses.change(tx, facts, changed, shortName);
    if (role !== undefined) changed = await this.roles.change(tx, facts, changed, role);
    return changed;
  }

  private async changeOwner(
    tx: WriteTransaction,
    facts: ChangeFacts,
    bot: DirectoryUser,
    ownerId: number,
  ): Promise<DirectoryUser> {
    const owner = facts.users.get(ownerId);
    if (!owner) throw badRequest('Failed to change owner, no such user');
    if (!owner.isActive) throw badRequest('Failed to change owner, user is deactivated');
    if (owner.isBot) throw badRequest("Failed to change owner, bots can't own other bots");
    const users = new RealmUsers(facts.users.version, new Map(facts.users.byId).set(bot.id, bot));
    return this.owners.change(tx, users, bot, owner);
  }

  private async changeDefaults(
    tx: WriteTransaction,
    facts: ChangeFacts,
    bot: DirectoryUser,
    request: BotUpdate,
  ): Promise<void> {
    const before = await this.repository.defaults(tx, bot.id);
    const { default_sending_stream: sending, default_events_register_stream: register } = request;
    const after: BotDefaults = {
      sendingChannelId: sending === undefined ? before.sendingChannelId : await this.channels.idOf(tx, facts, sending),
      eventsRegisterChannelId:
        register === undefined ? before.eventsRegisterChannelId : await this.channels.idOf(tx, facts, register),
      allPublicChannels: request.default_all_public_streams ?? before.allPublicChannels,
    };
    const nameOf = (id: number | null): string | null =>
      id === null ? null : (facts.channels.byId.get(id)?.name ?? null);
    const changes = [
      before.sendingChannelId === after.sendingChannelId
        ? null
        : { default_sending_stream: nameOf(after.sendingChannelId) },
      before.eventsRegisterChannelId === after.eventsRegisterChannelId
        ? null
        : { default_events_register_stream: nameOf(after.eventsRegisterChannelId) },
      before.allPublicChannels === after.allPublicChannels
        ? null
        : { default_all_public_streams: after.allPublicChannels },
    ].filter((change) => change !== null);
    if (changes.length === 0) return;
    await this.repository.setDefaults(tx, bot.id, after);
    for (const change of changes) tx.emit(await this.audiences.update(tx, facts.users, bot, change));
  }

  private async changeService(
    tx: WriteTransaction,
    facts: ChangeFacts,
    bot: DirectoryUser,
    { service_payload_url, service_interface, config_data }: BotUpdate,
  ): Promise<void> {
    const hasConfig = bot.botType === BotType.Embedded || bot.botType === BotType.IncomingWebhook;
    if (config_data !== undefined && hasConfig) {
      checkConfig(config_data);
      if (bot.botType === BotType.Embedded) {
        const service = await this.repository.service(tx, bot.id);
        checkEmbeddedConfig(embeddedBotNamed(service?.name ?? ''), config_data);
      }
      await this.repository.setConfig(tx, bot.id, keptSettings(this.environment.STOA_API_KEY_SECRET, config_data));
    }
    if (service_payload_url !== undefined && bot.botType !== BotType.Embedded) {
      const form = service_interface ?? GENERIC_INTERFACE;
      if (form !== 1 && form !== 2) throw badRequest('Invalid interface type');
      const service = await this.repository.service(tx, bot.id);
      if (!service) return;
      await this.repository.setService(tx, service.id, service_payload_url, form);
    }
    const isChanged =
      service_payload_url !== undefined || (config_data !== undefined && bot.botType === BotType.Embedded);
    if (!isChanged) return;
    const { services } = await this.objects.one(readerOf(tx), tx.realmId, bot.id);
    if (services.length > 0) tx.emit(await this.audiences.update(tx, facts.users, bot, { services }));
  }

  private async answer(
    tx: WriteTransaction,
    facts: ChangeFacts,
    bot: DirectoryUser,
    request: BotUpdate,
  ): Promise<UpdatedBot> {
    const object = await this.objects.one(readerOf(tx), tx.realmId, bot.id);
    const owner = object.owner_id === undefined ? undefined : facts.users.get(object.owner_id);
    return {
      full_name: object.full_name,
      avatar_url: object.avatar_url,
      service_interface: request.service_interface ?? GENERIC_INTERFACE,
      service_payload_url: request.service_payload_url ?? null,
      config_data: request.config_data ?? null,
      default_sending_stream: object.default_sending_stream,
      default_events_register_stream: object.default_events_register_stream,
      default_all_public_streams: object.default_all_public_streams,
      ...(owner ? { bot_owner: owner.email } : {}),
    };
  }
}

/**
 * A bot that the requester administers.
 * @throws DomainError `No such bot`, `Insufficient permission`, `Must be an organization owner`
 */
export function accessBot(facts: ChangeFacts, botId: number): DirectoryUser {
  const bot = facts.users.get(botId);
  if (!bot?.isBot) throw badRequest('No such bot');
  if (!administersUser(policyUser(facts.requester), policyUser(bot))) throw insufficientPermission();
  requireRightOver(bot, facts.requester);
  return bot;
}
