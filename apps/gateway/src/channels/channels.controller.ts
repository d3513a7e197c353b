import { listChannels, listSubscriptions, subscribe, unsubscribe } from '@stoa/contracts';
import { RawJson, RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import { ListChannelsParams } from './params/list-channels.params';
import { newChannelSettings } from './params/new-channel.params';
import { ListSubscriptionsParams, SubscribeParams, UnsubscribeParams } from './params/subscribe.params';

@EndpointController()
export class ChannelsController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint({
    method: 'POST',
    path: 'users/me/subscriptions',
    tag: 'Channels',
    summary: 'Subscribe to channels, creating missing ones',
    auth: 'user',
    params: SubscribeParams,
    response: subscribe.response,
    errors: [
      { code: 'BAD_REQUEST', msg: 'Unable to access channel (private).' },
      { code: 'BAD_REQUEST', msg: 'Insufficient permission' },
    ],
  })
  async subscribe(ctx: UserContext, params: SubscribeParams): Promise<RawJson> {
    const response = await this.rpc.callRaw(subscribe, ctx, {
      subscriptions: params.subscriptions,
      principals: params.principals ?? null,
      authorizationErrorsFatal: params.authorizationErrorsFatal,
      announce: params.announce,
      sendNewSubscriptionMessages: params.sendNewSubscriptionMessages,
      settings: newChannelSettings(params),
    });
    return new RawJson(response);
  }

  @Endpoint({
    method: 'DELETE',
    path: 'users/me/subscriptions',
    tag: 'Channels',
    summary: 'Unsubscribe from channels',
    auth: 'user',
    params: UnsubscribeParams,
    response: unsubscribe.response,
    errors: [
      { code: 'BAD_REQUEST', msg: 'Channel(s) (nonexistent) do not exist' },
      { code: 'BAD_REQUEST', msg: 'Insufficient permission' },
    ],
  })
  async unsubscribe(ctx: UserContext, params: UnsubscribeParams): Promise<RawJson> {
    const { subscriptions, principals = null } = params;
    return new RawJson(await this.rpc.callRaw(unsubscribe, ctx, { subscriptions, principals }));
  }

  @Endpoint({
    method: 'GET',
    path: 'users/me/subscriptions',
    tag: 'Channels',
    summary: 'Get your subscriptions',
    auth: 'user',
    params: ListSubscriptionsParams,
    response: listSubscriptions.response,
  })
  async listSubscriptions(ctx: UserContext, params: ListSubscriptionsParams): Promise<RawJson> {
    return new RawJson(await this.rpc.callRaw(listSubscriptions, ctx, params));
  }

  @Endpoint({
    method: 'GET',
    path: 'streams',
    tag: 'Channels',
    summary: 'Get channels',
    auth: 'user',
    params: ListChannelsParams,
    response: listChannels.response,
  })
  async listChannels(ctx: UserContext, params: ListChannelsParams): Promise<RawJson> {
    return new RawJson(await this.rpc.callRaw(listChannels, ctx, params));
  }
}
