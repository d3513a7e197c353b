import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@stoa/contracts/rpc';
import {
  addDefaultChannel,
  changeDefaultChannelGroup,
  createDefaultChannelGroup,
  deleteDefaultChannelGroup,
  removeDefaultChannel,
  updateDefaultChannelGroup,
} from '@stoa/contracts/channels';
import { DomainError, badRequest } from '@stoa/errors';
import { Database, WriteTransaction, lockRealm } from '@stoa/database';
import { Directory, DirectoryChannel, DirectoryView, RealmUsers } from '@stoa/directory';
import { isAdministrator } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { accessChannel, accessChannelByName } from '../../access/channel-access/channel-access';
import { defaultChannelsEvent, defaultGroupsEvent } from './default-channels-change';
import { DefaultChannelsRepository, DefaultGroup } from './default-channels.repository';
import { checkDefaultGroupName } from './default-group-rules';

/** Reads of current copies, which the realm's lock keeps current. */
type Read = <T>(decide: (view: DirectoryView) => Promise<T>) => Promise<T>;
const REACHABLE = { access: 'content', isActive: true } as const;

/** Channels that new users are subscribed to, and named groups of channels (channels.md 10). */
@Injectable()
export class DefaultChannelsService {
  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly repository: DefaultChannelsRepository,
  ) {}

  /** @throws DomainError `Invalid channel ID`, `Private channels cannot be made default.` */
  @Handles(addDefaultChannel)
  add(ctx: ActorContext, { stream_id }: RequestOf<typeof addDefaultChannel>): Promise<void> {
    return this.change(ctx, async (tx, read, users) => {
      const { channel } = await read((view) => accessChannel(view, ctx.actor.userId, stream_id, REACHABLE));
      if (channel.inviteOnly) throw badRequest('Private channels cannot be made default.');
      if (!(await this.repository.add(tx, stream_id))) return;
      tx.emit(defaultChannelsEvent(users, await this.repository.all(tx)));
    });
  }

  /** @throws DomainError `Invalid channel ID` */
  @Handles(removeDefaultChannel)
  remove(ctx: ActorContext, { stream_id }: RequestOf<typeof removeDefaultChannel>): Promise<void> {
    return this.change(ctx, async (tx, read, users) => {
      const requirement = { access: 'metadata', isActive: true } as const;
      await read((view) => accessChannel(view, ctx.actor.userId, stream_id, requirement));
      await this.repository.remove(tx, stream_id);
      tx.emit(defaultChannelsEvent(users, await this.repository.all(tx)));
    });
  }

  /** @throws DomainError with the texts of channels.md 10, "Group errors" */
  @Handles(createDefaultChannelGroup)
  createGroup(ctx: ActorContext, request: RequestOf<typeof createDefaultChannelGroup>): Promise<void> {
    const { group_name: name, description } = request;
    return this.change(ctx, async (tx, read, users) => {
      const channels = await this.channels(tx, read, ctx, { name, channelNames: request.stream_names });
      checkDefaultGroupName(name);
      const groups = await this.repository.groups(tx);
      if (groups.some((group) => group.name === name)) {
        throw badRequest(`Default channel group '${name}' already exists`);
      }
      const groupId = await this.repository.insertGroup(tx, name, description);
      const channelIds = new Set(channels.map(({ channelId }) => channelId));
      await this.repository.addToGroup(tx, groupId, [...channelIds]);
      await this.tell(tx, users);
    });
  }

  @Handles(updateDefaultChannelGroup)
  updateGroup(ctx: ActorContext, request: RequestOf<typeof updateDefaultChannelGroup>): Promise<void> {
    const { new_group_name: name, new_description: description } = request;
    return this.change(ctx, async (tx, _read, users) => {
      if (name === undefined && description === undefined) {
        throw badRequest('You must pass "new_description" or "new_group_name".');
      }
      const groups = await this.repository.groups(tx);
      const group = groupOf(groups, request.group_id);
      if (name !== undefined) {
        if (name === group.name) throw badRequest(`This default channel group is already named '${name}'`);
        checkDefaultGroupName(name);
        if (groups.some((other) => other.name === name)) {
          throw badRequest(`Default channel group '${name}' already exists`);
        }
      }
      await this.repository.updateGroup(tx, {
        id: group.id,
        name: name ?? group.name,
        description: description ?? group.description,
      });
      await this.tell(tx, users);
    });
  }

  @Handles(changeDefaultChannelGroup)
  async changeChannels(ctx: ActorContext, request: RequestOf<typeof changeDefaultChannelGroup>): Promise<void> {
    if (request.op !== 'add' && request.op !== 'remove') {
      throw badRequest('Invalid value for "op". Specify one of "add" or "remove".');
    }
    return this.change(ctx, async (tx, read, users) => {
      const group = groupOf(await this.repository.groups(tx), request.group_id);
      const present = new Set(group.streams);
      const isAdding = request.op === 'add';
      const channels = isAdding
        ? await this.channels(tx, read, ctx, { name: group.name, channelNames: request.stream_names })
        : await this.named(read, ctx, request.stream_names);
      for (const { channelId, name } of channels) {
        const wasPresent = isAdding ? present.has(channelId) : !present.has(channelId);
        if (wasPresent) {
          const state = isAdding ? 'already present' : 'not present';
          throw badRequest(`Channel '${name}' is ${state} in default channel group '${group.name}'`);
        }
        if (isAdding) present.add(channelId);
        else present.delete(channelId);
      }
      const channelIds = channels.map(({ channelId }) => channelId);
      if (isAdding) await this.repository.addToGroup(tx, group.id, channelIds);
      else await this.repository.removeFromGroup(tx, group.id, channelIds);
      await this.tell(tx, users);
    });
  }

  @Handles(deleteDefaultChannelGroup)
  deleteGroup(ctx: ActorContext, { group_id }: RequestOf<typeof deleteDefaultChannelGroup>): Promise<void> {
    return this.change(ctx, async (tx, _read, users) => {
      const group = groupOf(await this.repository.groups(tx), group_id);
      await this.repository.deleteGroup(tx, group.id);
      await this.tell(tx, users);
    });
  }

  /** Under the realm's exclusive lock: the lists belong to the set of channels. */
  private async change(
    ctx: ActorContext,
    work: (tx: WriteTransaction, read: Read, users: RealmUsers) => Promise<void>,
  ): Promise<void> {
    const { realmId, userId } = ctx.actor;
    await this.database.write(ctx, [lockRealm(realmId, 'exclusive')], async (tx) => {
      const read: Read = (decide) => this.directory.decideConfirmed(realmId, decide);
      const users = await read((view) => view.users());
      const user = users.get(userId);
      if (!user || !isAdministrator(user)) {
        throw new DomainError('UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator');
      }
      await work(tx, read, users);
    });
  }

  private async tell(tx: WriteTransaction, users: RealmUsers): Promise<void> {
    tx.emit(defaultGroupsEvent(users, await this.repository.groups(tx)));
  }

  /** Channels that may go into a group. */
  private async channels(
    tx: WriteTransaction,
    read: Read,
    ctx: ActorContext,
    { name, channelNames }: { name: string; channelNames: readonly string[] },
  ): Promise<DirectoryChannel[]> {
    const channels = await this.named(read, ctx, channelNames);
    const defaults = new Set(await this.repository.all(tx));
    const taken = channels.find(({ channelId }) => defaults.has(channelId));
    if (taken) throw badRequest(`'${taken.name}' is a default channel and cannot be added to '${name}'`);
    return channels;
  }

  /** Members are read for all at once, so the number of statements does not grow with the list. */
  private named(read: Read, ctx: ActorContext, names: readonly string[]): Promise<DirectoryChannel[]> {
    return read(async (view) => {
      const known = await view.channels();
      const found = new Set(names.flatMap((name) => known.byName(name.trim())?.channelId ?? []));
      await Promise.all([...found].map((channelId) => view.members(channelId)));
      const channels: DirectoryChannel[] = [];
      for (const name of names) channels.push(await accessChannelByName(view, ctx.actor.userId, name, REACHABLE));
      return channels;
    });
  }
}

function groupOf(groups: readonly DefaultGroup[], groupId: number): DefaultGroup {
  const group = groups.find(({ id }) => id === groupId);
  if (!group) throw badRequest(`Default channel group with id '${groupId}' does not exist.`);
  return group;
}
