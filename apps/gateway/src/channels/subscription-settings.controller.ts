import { badRequest, changeSubscriptions, getSubscriptionStatus, setSubscriptionProperties } from '@stoa/contracts';
import { RawJson, RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import { SubscriptionStatusParams } from './params/channel.params';
import {
  ChangeSubscriptionsParams,
  SubscriptionPropertiesParams,
  SubscriptionPropertyParams,
} from './params/subscription-properties.params';
import { unquoted } from './retention';

const PROPERTY_ERRORS = [
  { code: 'BAD_REQUEST', msg: 'Invalid channel ID' },
  { code: 'BAD_REQUEST', msg: 'Not subscribed to channel ID 7' },
  { code: 'BAD_REQUEST', msg: 'Unknown subscription property: nonexistent' },
];

/** Subscriptions beyond starting and ending them. */
@EndpointController()
export class SubscriptionSettingsController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint({
    method: 'GET',
    path: 'users/{user_id}/subscriptions/{stream_id}',
    tag: 'Channels',
    summary: 'Get whether a user is subscribed to a channel',
    auth: 'user',
    params: SubscriptionStatusParams,
    response: getSubscriptionStatus.response,
    errors: [
      { code: 'BAD_REQUEST', msg: 'No such user' },
      { code: 'BAD_REQUEST', msg: 'Invalid channel ID' },
    ],
  })
  async status(ctx: UserContext, { userId, channelId }: SubscriptionStatusParams): Promise<RawJson> {
    return new RawJson(await this.rpc.callRaw(getSubscriptionStatus, ctx, { userId, channelId }));
  }

  @Endpoint({
    method: 'PATCH',
    path: 'users/me/subscriptions',
    tag: 'Channels',
    summary: 'Subscribe and unsubscribe at once',
    auth: 'user',
    guard: 'non-guest',
    params: ChangeSubscriptionsParams,
    response: changeSubscriptions.response,
    errors: [
      { code: 'BAD_REQUEST', msg: 'Nothing to do. Specify at least one of "add" or "delete".' },
      { code: 'BAD_REQUEST', msg: 'Channel(s) (nonexistent) do not exist' },
    ],
  })
  async change(ctx: UserContext, params: ChangeSubscriptionsParams): Promise<RawJson> {
    if (params.add.length === 0 && params.delete.length === 0) {
      throw badRequest('Nothing to do. Specify at least one of "add" or "delete".');
    }
    return new RawJson(await this.rpc.callRaw(changeSubscriptions, ctx, { add: params.add, delete: params.delete }));
  }

  @Endpoint({
    method: 'POST',
    path: 'users/me/subscriptions/properties',
    tag: 'Channels',
    summary: 'Change personal settings of subscriptions',
    auth: 'user',
    params: SubscriptionPropertiesParams,
    response: setSubscriptionProperties.response,
    errors: PROPERTY_ERRORS,
  })
  async setProperties(ctx: UserContext, { data }: SubscriptionPropertiesParams): Promise<RawJson> {
    const changes = data.map(({ stream_id: channelId, property, value }) => ({ channelId, property, value }));
    return new RawJson(await this.rpc.callRaw(setSubscriptionProperties, ctx, { changes }));
  }

  @Endpoint({
    method: 'PATCH',
    path: 'users/me/subscriptions/{stream_id}',
    tag: 'Channels',
    summary: 'Change a personal setting of a subscription',
    auth: 'user',
    params: SubscriptionPropertyParams,
    response: setSubscriptionProperties.response,
    errors: PROPERTY_ERRORS,
  })
  async setProperty(ctx: UserContext, { channelId, property, value }: SubscriptionPropertyParams): Promise<RawJson> {
    const changes = [{ channelId, property, value: propertyValue(value) }];
    return new RawJson(await this.rpc.callRaw(setSubscriptionProperties, ctx, { changes }));
  }
}

function propertyValue(text: string): boolean | string {
  if (text === 'true' || text === 'false') return text === 'true';
  return unquoted(text);
}
