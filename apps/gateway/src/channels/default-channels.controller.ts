import {
  badRequest,
  changeDefaultChannelGroup,
  createDefaultChannelGroup,
  deleteDefaultChannelGroup,
  setDefaultChannel,
  updateDefaultChannelGroup,
} from '@stoa/contracts';
import { RawJson, RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import {
  ChangeDefaultChannelGroupParams,
  CreateDefaultChannelGroupParams,
  DefaultChannelGroupParams,
  DefaultChannelParams,
  UpdateDefaultChannelGroupParams,
} from './params/default-channels.params';

const NOT_ALLOWED = { code: 'BAD_REQUEST', msg: 'You do not have permission to change default channels.' };
const INVALID_CHANNEL = { code: 'BAD_REQUEST', msg: 'Invalid channel ID' };
const NO_GROUP = { code: 'BAD_REQUEST', msg: "Default channel group with id '7' does not exist." };

/** Channels that new users are subscribed to, and named groups of channels. */
@EndpointController()
export class DefaultChannelsController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint({
    method: 'POST',
    path: 'default_streams',
    tag: 'Channels',
    summary: 'Add a default channel',
    auth: 'user',
    params: DefaultChannelParams,
    response: setDefaultChannel.response,
    errors: [NOT_ALLOWED, INVALID_CHANNEL, { code: 'BAD_REQUEST', msg: 'Private channels cannot be made default.' }],
  })
  async add(ctx: UserContext, { channelId }: DefaultChannelParams): Promise<RawJson> {
    return new RawJson(await this.rpc.callRaw(setDefaultChannel, ctx, { channelId, isDefault: true }));
  }

  @Endpoint({
    method: 'DELETE',
    path: 'default_streams',
    tag: 'Channels',
    summary: 'Remove a default channel',
    auth: 'user',
    params: DefaultChannelParams,
    response: setDefaultChannel.response,
    errors: [NOT_ALLOWED, INVALID_CHANNEL],
  })
  async remove(ctx: UserContext, { channelId }: DefaultChannelParams): Promise<RawJson> {
    return new RawJson(await this.rpc.callRaw(setDefaultChannel, ctx, { channelId, isDefault: false }));
  }

  @Endpoint({
    method: 'POST',
    path: 'default_stream_groups/create',
    tag: 'Channels',
    summary: 'Create a group of default channels',
    auth: 'user',
    params: CreateDefaultChannelGroupParams,
    response: createDefaultChannelGroup.response,
    errors: [NOT_ALLOWED, { code: 'BAD_REQUEST', msg: "Default channel group 'backend' already exists" }],
  })
  async createGroup(ctx: UserContext, params: CreateDefaultChannelGroupParams): Promise<RawJson> {
    return new RawJson(await this.rpc.callRaw(createDefaultChannelGroup, ctx, params));
  }

  @Endpoint({
    method: 'PATCH',
    path: 'default_stream_groups/{group_id}',
    tag: 'Channels',
    summary: 'Change a group of default channels',
    auth: 'user',
    params: UpdateDefaultChannelGroupParams,
    response: updateDefaultChannelGroup.response,
    errors: [
      NOT_ALLOWED,
      NO_GROUP,
      { code: 'BAD_REQUEST', msg: 'You must pass "new_description" or "new_group_name".' },
    ],
  })
  async updateGroup(ctx: UserContext, params: UpdateDefaultChannelGroupParams): Promise<RawJson> {
    return new RawJson(await this.rpc.callRaw(updateDefaultChannelGroup, ctx, params));
  }

  @Endpoint({
    method: 'PATCH',
    path: 'default_stream_groups/{group_id}/streams',
    tag: 'Channels',
    summary: 'Add channels to a group of default channels, or remove them',
    auth: 'user',
    params: ChangeDefaultChannelGroupParams,
    response: changeDefaultChannelGroup.response,
    errors: [
      NOT_ALLOWED,
      NO_GROUP,
      { code: 'BAD_REQUEST', msg: 'Invalid value for "op". Specify one of "add" or "remove".' },
    ],
  })
  async changeGroup(ctx: UserContext, params: ChangeDefaultChannelGroupParams): Promise<RawJson> {
    const { groupId, op, channelNames } = params;
    if (op !== 'add' && op !== 'remove') {
      throw badRequest('Invalid value for "op". Specify one of "add" or "remove".');
    }
    return new RawJson(await this.rpc.callRaw(changeDefaultChannelGroup, ctx, { groupId, op, channelNames }));
  }

  @Endpoint({
    method: 'DELETE',
    path: 'default_stream_groups/{group_id}',
    tag: 'Channels',
    summary: 'Delete a group of default channels',
    auth: 'user',
    params: DefaultChannelGroupParams,
    response: deleteDefaultChannelGroup.response,
    errors: [NOT_ALLOWED, NO_GROUP],
  })
  async deleteGroup(ctx: UserContext, { groupId }: DefaultChannelGroupParams): Promise<RawJson> {
    return new RawJson(await this.rpc.callRaw(deleteDefaultChannelGroup, ctx, { groupId }));
  }
}
