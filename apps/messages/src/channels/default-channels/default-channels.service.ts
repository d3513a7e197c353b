import { Injectable } from '@nestjs/common';
import {
  RpcRequest,
  badRequest,
  changeDefaultChannelGroup,
  createDefaultChannelGroup,
  deleteDefaultChannelGroup,
  setDefaultChannel,
  updateDefaultChannelGroup,
} from '@stoa/contracts';
import { Database, WriteTransaction, lockRealm } from '@stoa/database';
import { Directory, DirectoryChannel, DirectoryView, RealmUsers } from '@stoa/directory';
import { isAdministrator } from '@stoa/policy';
import { ActorContext } from '@stoa/rpc';
import { accessChannel, accessChannelByName } from '../../access/channel-access/channel-access';
import { defaultChannelsEvent, defaultGroupsEvent } from './default-channels-change';
import { DefaultChannelsRepository, DefaultGroup } from './default-channels.repository';
import { checkDefaultGroupName } from './default-group-rules';

type Nothing = Record<string, never>;
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
  async set(ctx: ActorContext, { channelId, isDefault }: RpcRequest<typeof setDefaultChannel>): Promise<Nothing> {
    return this.change(ctx, async (tx, read, users) => {
      const access = isDefault ? 'content' : 'metadata';
      const { channel } = await read((view) =>
        accessChannel(view, ctx.actor.userId, channelId, { access, isActive: true }),
      );
      if (isDefault && channel.inviteOnly) throw badRequest('Private channels cannot be made default.');
      if (isDefault) {
        if (!(await this.repository.add(tx, channelId))) return;
      } else await this.repository.remove(tx, channelId);
      tx.emit(defaultChannelsEvent(users, await this.repository.all(tx)));
    });
  }

  /** @throws DomainError with the texts of channels.md 10, "Group errors" */
  async createGroup(ctx: ActorContext, request: RpcRequest<typeof createDefaultChannelGroup>): Promise<Nothing> {
    const { name, description } = request;
    return this.change(ctx, async (tx, read, users) => {
      const channels = await this.channels(tx, read, ctx, { name, channelNames: request.channelNames });
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

  async updateGroup(ctx: ActorContext, request: RpcRequest<typeof updateDefaultChannelGroup>): Promise<Nothing> {
    const { name, description } = request;
    return this.change(ctx, async (tx, _read, users) => {
      if (name === undefined && description === undefined) {
        throw badRequest('You must pass "new_description" or "new_group_name".');
      }
      const groups = await this.repository.groups(tx);
      const group = groupOf(groups, request.groupId);
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

  async changeChannels(ctx: ActorContext, request: RpcRequest<typeof changeDefaultChannelGroup>): Promise<Nothing> {
    return this.change(ctx, async (tx, read, users) => {
      const group = groupOf(await this.repository.groups(tx), request.groupId);
      const present = new Set(group.streams);
      const isAdding = request.op === 'add';
      const channels = isAdding
        ? await this.channels(tx, read, ctx, { name: group.name, channelNames: request.channelNames })
        : await this.named(read, ctx, request.channelNames);
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

  async deleteGroup(ctx: ActorContext, { groupId }: RpcRequest<typeof deleteDefaultChannelGroup>): Promise<Nothing> {
    return this.change(ctx, async (tx, _read, users) => {
      const group = groupOf(await this.repository.groups(tx), groupId);
      await this.repository.deleteGroup(tx, group.id);
      await this.tell(tx, users);
    });
  }

  /** Under the realm's exclusive lock: the lists belong to the set of channels. */
  private async change(
    ctx: ActorContext,
    work: (tx: WriteTransaction, read: Read, users: RealmUsers) => Promise<void>,
  ): Promise<Nothing> {
    const { realmId, userId } = ctx.actor;
    await this.database.write(ctx, [lockRealm(realmId, 'exclusive')], async (tx) => {
      const read: Read = (decide) => this.directory.decideConfirmed(realmId, decide);
      const users = await read((view) => view.users());
      const user = users.get(userId);
      if (!user || !isAdministrator(user)) {
        throw badRequest('You do not have permission to change default channels.');
      }
      await work(tx, read, users);
    });
    return {};
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
