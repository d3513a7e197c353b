import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import {
  createChannelFolder,
  listChannelFolders,
  reorderChannelFolders,
  updateChannelFolder,
} from '@stoa/contracts/channels';
import { eventOf } from '@stoa/contracts/events';
import { badRequest } from '@stoa/errors';
import { Database, WriteTransaction, lockRealm } from '@stoa/database';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { type ChangeFacts, ChangeFactsReader } from '@stoa/directory';
import { checkNameCharacters } from '../../access/channel-access/channel-rules';
import { MessageRenderer } from '../../send/rendering/message-renderer';
import { ChannelFolder, ChannelFoldersRepository } from './channel-folders.repository';

/** Folders of channels (channels.md 12); the gateway admits only administrators to changes. */
@Injectable()
export class ChannelFoldersService {
  constructor(
    private readonly database: Database,
    private readonly facts: ChangeFactsReader,
    private readonly renderer: MessageRenderer,
    private readonly repository: ChannelFoldersRepository,
  ) {}

  @Handles(listChannelFolders)
  async list(
    ctx: ActorContext,
    { include_archived }: RequestOf<typeof listChannelFolders>,
  ): Promise<RpcResponse<typeof listChannelFolders>> {
    const folders = await this.repository.list(ctx.actor.realmId);
    return { channel_folders: folders.filter((folder) => include_archived || !folder.is_archived) };
  }

  /** @throws DomainError with the texts of channels.md 12 */
  @Handles(createChannelFolder)
  create(
    ctx: ActorContext,
    request: RequestOf<typeof createChannelFolder>,
  ): Promise<RpcResponse<typeof createChannelFolder>> {
    return this.change(ctx, async (tx, facts) => {
      const name = checkedFolderName(request.name, await this.repository.listIn(tx));
      const folder = await this.repository.insert(tx, {
        name,
        description: request.description,
        rendered_description: await this.renderer.renderDescription(facts, facts.requester, request.description),
        creator_id: ctx.actor.userId,
      });
      tx.emit(eventOf('channel_folder', 'add', { channel_folder: folder }, everybody(facts)));
      return { channel_folder_id: folder.id };
    });
  }

  /** @throws DomainError `Invalid order mapping.` */
  @Handles(reorderChannelFolders)
  reorder(ctx: ActorContext, { order }: RequestOf<typeof reorderChannelFolders>): Promise<void> {
    return this.change(ctx, async (tx, facts) => {
      const folders = await this.repository.listIn(tx);
      const named = new Set(order);
      if (folders.some(({ id }) => !named.has(id))) throw badRequest('Invalid order mapping.');
      await this.repository.reorder(tx, order);
      tx.emit(eventOf('channel_folder', 'reorder', { order }, everybody(facts)));
    });
  }

  /** @throws DomainError with the texts of channels.md 12 */
  @Handles(updateChannelFolder)
  update(ctx: ActorContext, request: RequestOf<typeof updateChannelFolder>): Promise<void> {
    return this.change(ctx, async (tx, facts) => {
      const folders = await this.repository.listIn(tx);
      const folder = folders.find(({ id }) => id === request.channel_folder_id);
      if (!folder) throw badRequest('Invalid channel folder ID');
      const changes = await this.changes(tx, facts, { folder, folders, request });
      if (changes.length === 0) return;
      await this.repository.update(tx, Object.assign({ ...folder }, ...changes));
      for (const data of changes) {
        tx.emit(eventOf('channel_folder', 'update', { channel_folder_id: folder.id, data }, everybody(facts)));
      }
    });
  }

  /** What really changes, an event's data each. */
  private async changes(
    tx: WriteTransaction,
    facts: ChangeFacts,
    edit: {
      folder: ChannelFolder;
      folders: readonly ChannelFolder[];
      request: RequestOf<typeof updateChannelFolder>;
    },
  ): Promise<Partial<ChannelFolder>[]> {
    const { folder, folders, request } = edit;
    const changes: Partial<ChannelFolder>[] = [];
    if (request.name !== undefined && request.name.trim() !== folder.name) {
      const others = folders.filter(({ id }) => id !== folder.id);
      changes.push({ name: checkedFolderName(request.name, others) });
    }
    const { description, is_archived } = request;
    if (description !== undefined && description !== folder.description) {
      changes.push({
        description,
        rendered_description: await this.renderer.renderDescription(facts, facts.requester, description),
      });
    }
    if (is_archived !== undefined && is_archived !== folder.is_archived) {
      if (is_archived && (await this.repository.hasChannels(tx, folder.id))) {
        throw badRequest('You need to remove all the channels from this folder to archive it.');
      }
      const name = changes.find((change) => change.name !== undefined)?.name ?? folder.name;
      const others = folders.filter(({ id }) => id !== folder.id);
      if (!is_archived) checkedFolderName(name, others);
      changes.push({ is_archived });
    }
    return changes;
  }

  private change<T>(ctx: ActorContext, work: (tx: WriteTransaction, facts: ChangeFacts) => Promise<T>): Promise<T> {
    const { realmId } = ctx.actor;
    return this.database.write(ctx, [lockRealm(realmId, 'exclusive')], async (tx) =>
      work(tx, await this.facts.current(ctx)),
    );
  }
}

/** Names are unique among folders that are not archived, regardless of case. @returns the name as it is stored */
function checkedFolderName(given: string, others: readonly ChannelFolder[]): string {
  const name = given.trim();
  if (name === '') throw badRequest("Channel folder name can't be empty.");
  checkNameCharacters(name, 'channel folder name');
  const isTaken = others.some((folder) => !folder.is_archived && folder.name.toLowerCase() === name.toLowerCase());
  if (isTaken) throw badRequest('Channel folder name already in use');
  return name;
}

function everybody({ users }: ChangeFacts): number[] {
  return [...users.byId.values()].filter((user) => user.isActive).map((user) => user.id);
}
