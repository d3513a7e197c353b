import { createChannelFolder, listChannelFolders, reorderChannelFolders, updateChannelFolder } from '@stoa/contracts';
import { RawJson, RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import {
  CreateChannelFolderParams,
  ListChannelFoldersParams,
  ReorderChannelFoldersParams,
  UpdateChannelFolderParams,
} from './params/channel-folders.params';

const NAME_ERRORS = [
  { code: 'BAD_REQUEST', msg: "Channel folder name can't be empty." },
  { code: 'BAD_REQUEST', msg: 'Channel folder name already in use' },
];
const INVALID_FOLDER = { code: 'BAD_REQUEST', msg: 'Invalid channel folder ID' };

/** Folders, into which administrators sort channels. */
@EndpointController()
export class ChannelFoldersController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint({
    method: 'POST',
    path: 'channel_folders/create',
    tag: 'Channels',
    summary: 'Create a channel folder',
    auth: 'user',
    guard: 'administrator',
    params: CreateChannelFolderParams,
    response: createChannelFolder.response,
    errors: NAME_ERRORS,
  })
  async create(ctx: UserContext, params: CreateChannelFolderParams): Promise<RawJson> {
    return new RawJson(await this.rpc.callRaw(createChannelFolder, ctx, params));
  }

  @Endpoint({
    method: 'GET',
    path: 'channel_folders',
    tag: 'Channels',
    summary: 'Get the channel folders',
    auth: 'user',
    params: ListChannelFoldersParams,
    response: listChannelFolders.response,
  })
  async list(ctx: UserContext, params: ListChannelFoldersParams): Promise<RawJson> {
    return new RawJson(await this.rpc.callRaw(listChannelFolders, ctx, params));
  }

  @Endpoint({
    method: 'PATCH',
    path: 'channel_folders',
    tag: 'Channels',
    summary: 'Put the channel folders in order',
    auth: 'user',
    guard: 'administrator',
    params: ReorderChannelFoldersParams,
    response: reorderChannelFolders.response,
    errors: [{ code: 'BAD_REQUEST', msg: 'Invalid order mapping.' }],
  })
  async reorder(ctx: UserContext, params: ReorderChannelFoldersParams): Promise<RawJson> {
    return new RawJson(await this.rpc.callRaw(reorderChannelFolders, ctx, params));
  }

  @Endpoint({
    method: 'PATCH',
    path: 'channel_folders/{channel_folder_id}',
    tag: 'Channels',
    summary: 'Change a channel folder',
    auth: 'user',
    guard: 'administrator',
    params: UpdateChannelFolderParams,
    response: updateChannelFolder.response,
    errors: [
      ...NAME_ERRORS,
      INVALID_FOLDER,
      { code: 'BAD_REQUEST', msg: 'You need to remove all the channels from this folder to archive it.' },
    ],
  })
  async update(ctx: UserContext, params: UpdateChannelFolderParams): Promise<RawJson> {
    return new RawJson(await this.rpc.callRaw(updateChannelFolder, ctx, params));
  }
}
