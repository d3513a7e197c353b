import { DomainError, badRequest, listTopics, muteTopic, setTopicPolicy } from '@stoa/contracts';
import { unsupportedCombination } from '@stoa/http-params';
import { RawJson, RpcClient } from '@stoa/rpc';
import { NOT_LOGGED_IN, unauthorized } from '../authentication/basic-credentials';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { RequestContext, UserContext } from '../http/request-context';
import { RealmLookup } from '../realms/realm-lookup';
import { ListTopicsParams, MuteTopicParams, SetTopicPolicyParams } from './params/topics.params';

const INVALID_CHANNEL = { code: 'BAD_REQUEST', msg: 'Invalid channel ID' };

/** Topics of channels, and what users think of them. */
@EndpointController()
export class TopicsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly realms: RealmLookup,
  ) {}

  @Endpoint({
    method: 'GET',
    path: 'users/me/{stream_id}/topics',
    tag: 'Channels',
    summary: "Get a channel's topics",
    auth: 'optional',
    params: ListTopicsParams,
    response: listTopics.response,
    errors: [INVALID_CHANNEL],
  })
  async list(ctx: RequestContext, params: ListTopicsParams): Promise<RawJson> {
    const spectatedRealmId = ctx.actor ? null : await this.spectatedRealm(ctx);
    return new RawJson(await this.rpc.callRaw(listTopics, ctx, { ...params, spectatedRealmId }));
  }

  @Endpoint({
    method: 'POST',
    path: 'user_topics',
    tag: 'Channels',
    summary: 'Mute, unmute or follow a topic',
    auth: 'user',
    params: SetTopicPolicyParams,
    response: setTopicPolicy.response,
    errors: [INVALID_CHANNEL],
  })
  async setPolicy(ctx: UserContext, params: SetTopicPolicyParams): Promise<RawJson> {
    return new RawJson(await this.rpc.callRaw(setTopicPolicy, ctx, params));
  }

  @Endpoint({
    method: 'PATCH',
    path: 'users/me/subscriptions/muted_topics',
    tag: 'Channels',
    summary: 'Mute a topic (deprecated)',
    auth: 'user',
    params: MuteTopicParams,
    response: muteTopic.response,
    errors: [
      INVALID_CHANNEL,
      { code: 'BAD_REQUEST', msg: "Invalid channel name 'nonexistent'" },
      { code: 'BAD_REQUEST', msg: 'Topic is not muted' },
      { code: 'BAD_REQUEST', msg: "Missing 'stream_id' argument" },
      { code: 'BAD_REQUEST', msg: 'Unsupported parameter combination: stream_id, stream' },
    ],
  })
  async mute(ctx: UserContext, params: MuteTopicParams): Promise<RawJson> {
    const { channelId = null, channelName = null, topic, op } = params;
    if (channelId === null && channelName === null) throw badRequest("Missing 'stream_id' argument");
    if (channelId !== null && channelName !== null) throw unsupportedCombination(['stream_id', 'stream']);
    return new RawJson(
      await this.rpc.callRaw(muteTopic, ctx, { channelId, channelName, topic, isMuted: op === 'add' }),
    );
  }

  private async spectatedRealm(ctx: RequestContext): Promise<number> {
    const realm = await this.realms.findByHost(ctx.http.host);
    if (!realm) throw new DomainError('NONEXISTENT_SUBDOMAIN', 'Invalid subdomain', { status: 404 });
    if (!realm.isSpectatorAccessEnabled) throw unauthorized(NOT_LOGGED_IN);
    return realm.id;
  }
}
