import {
  archiveChannel,
  createChannel,
  getChannel,
  getChannelEmailAddress,
  getChannelId,
  getChannelMembers,
  updateChannel,
} from '@stoa/contracts';
import { RawJson, RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import { ChannelEmailAddressParams, ChannelParams, FindChannelParams } from './params/channel.params';
import { CreateChannelParams } from './params/create-channel.params';
import { newChannelSettings } from './params/new-channel.params';
import { UpdateChannelParams, channelChanges } from './params/update-channel.params';

const INVALID_CHANNEL = { code: 'BAD_REQUEST', msg: 'Invalid channel ID' };
const NOT_ALLOWED = { code: 'BAD_REQUEST', msg: 'Insufficient permission' };
const NAME_TAKEN = { code: 'CHANNEL_ALREADY_EXISTS', msg: "Channel 'general' already exists", status: 409 };
const CANNOT_ADMINISTER = {
  code: 'BAD_REQUEST',
  msg: 'You do not have permission to administer this channel.',
};

/** One channel: reading, creating, changing and archiving it. */
@EndpointController()
export class ChannelController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint({
    method: 'GET',
    path: 'streams/{stream_id}',
    tag: 'Channels',
    summary: 'Get a channel',
    auth: 'user',
    params: ChannelParams,
    response: getChannel.response,
    errors: [INVALID_CHANNEL],
  })
  async get(ctx: UserContext, { channelId }: ChannelParams): Promise<RawJson> {
    return new RawJson(await this.rpc.callRaw(getChannel, ctx, { channelId }));
  }

  @Endpoint({
    method: 'GET',
    path: 'get_stream_id',
    tag: 'Channels',
    summary: "Get a channel's ID",
    auth: 'user',
    params: FindChannelParams,
    response: getChannelId.response,
    errors: [{ code: 'BAD_REQUEST', msg: "Invalid channel name 'nonexistent'" }],
  })
  async find(ctx: UserContext, { name }: FindChannelParams): Promise<RawJson> {
    return new RawJson(await this.rpc.callRaw(getChannelId, ctx, { name }));
  }

  @Endpoint({
    method: 'GET',
    path: 'streams/{stream_id}/members',
    tag: 'Channels',
    summary: "Get a channel's subscribers",
    auth: 'user',
    params: ChannelParams,
    response: getChannelMembers.response,
    errors: [INVALID_CHANNEL],
  })
  async members(ctx: UserContext, { channelId }: ChannelParams): Promise<RawJson> {
    return new RawJson(await this.rpc.callRaw(getChannelMembers, ctx, { channelId }));
  }

  @Endpoint({
    method: 'GET',
    path: 'streams/{stream_id}/email_address',
    tag: 'Channels',
    summary: 'Get the address by which mail is posted to a channel',
    auth: 'user',
    params: ChannelEmailAddressParams,
    response: getChannelEmailAddress.response,
    errors: [INVALID_CHANNEL, { code: 'BAD_REQUEST', msg: 'No such bot' }, NOT_ALLOWED],
  })
  async emailAddress(ctx: UserContext, { channelId, senderId }: ChannelEmailAddressParams): Promise<RawJson> {
    const request = { channelId, senderId: senderId ?? null };
    return new RawJson(await this.rpc.callRaw(getChannelEmailAddress, ctx, request));
  }

  @Endpoint({
    method: 'POST',
    path: 'channels/create',
    tag: 'Channels',
    summary: 'Create a channel',
    auth: 'user',
    guard: 'non-guest',
    params: CreateChannelParams,
    response: createChannel.response,
    errors: [NAME_TAKEN, { code: 'BAD_REQUEST', msg: 'Invalid channel folder ID' }, NOT_ALLOWED],
  })
  async create(ctx: UserContext, params: CreateChannelParams): Promise<RawJson> {
    const { name, description, subscribers, announce } = params;
    const request = { name, description, subscribers, announce, settings: newChannelSettings(params) };
    return new RawJson(await this.rpc.callRaw(createChannel, ctx, request));
  }

  @Endpoint({
    method: 'PATCH',
    path: 'streams/{stream_id}',
    tag: 'Channels',
    summary: 'Change a channel',
    auth: 'user',
    params: UpdateChannelParams,
    response: updateChannel.response,
    errors: [
      INVALID_CHANNEL,
      CANNOT_ADMINISTER,
      NAME_TAKEN,
      { code: 'BAD_REQUEST', msg: 'Channel already has that name.' },
      { code: 'BAD_REQUEST', msg: 'Invalid parameters' },
      { code: 'BAD_REQUEST', msg: 'A default channel cannot be private.' },
      { code: 'BAD_REQUEST', msg: 'Channel content access is required.' },
      { code: 'EXPECTATION_MISMATCH', msg: "'old' value does not match the expected value." },
    ],
  })
  async update(ctx: UserContext, params: UpdateChannelParams): Promise<RawJson> {
    const request = { channelId: params.channelId, changes: channelChanges(params) };
    return new RawJson(await this.rpc.callRaw(updateChannel, ctx, request));
  }

  @Endpoint({
    method: 'DELETE',
    path: 'streams/{stream_id}',
    tag: 'Channels',
    summary: 'Archive a channel',
    auth: 'user',
    params: ChannelParams,
    response: archiveChannel.response,
    errors: [INVALID_CHANNEL, CANNOT_ADMINISTER, { code: 'BAD_REQUEST', msg: 'Channel is already deactivated' }],
  })
  async archive(ctx: UserContext, { channelId }: ChannelParams): Promise<RawJson> {
    return new RawJson(await this.rpc.callRaw(archiveChannel, ctx, { channelId }));
  }
}
