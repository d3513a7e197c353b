import {
  DomainError,
  FetchMessagesResponseSchema,
  SendMessageResponseSchema,
  TopicSummarySchema,
  badRequest,
  fetchMessage,
  fetchMessages,
  matchesNarrow,
  renderMessage,
  sendMessage,
} from '@stoa/contracts';
import { parseNarrow } from '@stoa/narrow';
import { RawJson, RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { RequestContext, UserContext } from '../http/request-context';
import { fetchRequest } from './fetch-anchor';
import { FetchMessageParams, FetchMessagesParams } from './params/fetch-messages.params';
import { MatchesNarrowParams, RenderMessageParams, TopicSummaryParams } from './params/narrow.params';
import { SendMessageParams } from './params/send-message.params';
import { Spectators } from './spectators';

const CHANNEL_TYPES = ['channel', 'stream'];

@EndpointController()
export class MessagesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly spectators: Spectators,
  ) {}

  @Endpoint({
    method: 'POST',
    path: 'messages',
    tag: 'Messages',
    summary: 'Send a message',
    description:
      'Sends a channel message or a direct message. With the header `Idempotency-Key` a repeated request within a day ' +
      'gets the first answer again instead of sending a second message.',
    auth: 'user',
    allowsWebhookBots: true,
    params: SendMessageParams,
    response: SendMessageResponseSchema,
    errors: [
      { code: 'STREAM_DOES_NOT_EXIST', msg: "Channel 'nonexistent' does not exist" },
      { code: 'BAD_REQUEST', msg: "Invalid email 'nobody@chat.example'" },
      {
        code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
        msg: 'You do not have permission to use channel wildcard mentions in this channel.',
      },
      {
        code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
        msg: 'You do not have permission to use topic wildcard mentions in this topic.',
      },
      {
        code: 'IDEMPOTENT_REQUEST_IN_PROGRESS',
        msg: 'A request with this Idempotency-Key is in progress',
        status: 409,
      },
    ],
  })
  async send(ctx: UserContext, params: SendMessageParams): Promise<RawJson> {
    refuseMirroring(params);
    if (params.queueId !== undefined && params.localId === undefined) {
      throw new DomainError('REQUEST_VARIABLE_MISSING', "Missing 'local_id' argument", {
        data: { var_name: 'local_id' },
      });
    }
    const key = ctx.http.headers['idempotency-key'];
    const response = await this.rpc.callRaw(sendMessage, ctx, {
      type: CHANNEL_TYPES.includes(params.type) ? 'channel' : 'direct',
      to: params.to ?? null,
      topic: params.topic ?? null,
      content: params.content,
      queueId: params.queueId ?? null,
      localId: params.localId ?? null,
      readBySender: params.readBySender ?? null,
      widgetContent: params.widgetContent ?? null,
      idempotencyKey: typeof key === 'string' ? key : null,
    });
    return new RawJson(response);
  }

  @Endpoint({
    method: 'GET',
    path: 'messages',
    tag: 'Messages',
    summary: 'Get messages',
    description: 'Without credentials: what is open to the web, where the organization allows it.',
    auth: 'optional',
    params: FetchMessagesParams,
    response: FetchMessagesResponseSchema,
    errors: [{ code: 'BAD_NARROW', msg: 'Invalid narrow operator: unknown operator nonexistent' }],
  })
  async fetch(ctx: RequestContext, params: FetchMessagesParams): Promise<RawJson> {
    const spectator = await this.spectators.of(ctx);
    return new RawJson(await this.rpc.callRaw(fetchMessages, ctx, fetchRequest(params, spectator)));
  }

  @Endpoint({
    method: 'GET',
    path: 'messages/{message_id}',
    tag: 'Messages',
    summary: 'Get one message',
    description: 'Without credentials: what is open to the web, where the organization allows it.',
    auth: 'optional',
    params: FetchMessageParams,
    response: fetchMessage.response,
    errors: [{ code: 'BAD_REQUEST', msg: 'Invalid message(s)' }],
  })
  async fetchOne(ctx: RequestContext, params: FetchMessageParams): Promise<RawJson> {
    const spectator = await this.spectators.of(ctx);
    return new RawJson(await this.rpc.callRaw(fetchMessage, ctx, { ...params, spectator }));
  }

  @Endpoint({
    method: 'GET',
    path: 'messages/matches_narrow',
    tag: 'Messages',
    summary: 'Check which messages match a narrow',
    auth: 'user',
    params: MatchesNarrowParams,
    response: matchesNarrow.response,
    errors: [{ code: 'BAD_NARROW', msg: 'Invalid narrow operator: unknown operator with' }],
  })
  async matches(ctx: UserContext, params: MatchesNarrowParams): Promise<RawJson> {
    return new RawJson(await this.rpc.callRaw(matchesNarrow, ctx, params));
  }

  @Endpoint({
    method: 'POST',
    path: 'messages/render',
    tag: 'Messages',
    summary: 'Render a message without sending it',
    auth: 'user',
    params: RenderMessageParams,
    response: renderMessage.response,
    errors: [{ code: 'BAD_REQUEST', msg: 'Unable to render message' }],
  })
  async render(ctx: UserContext, params: RenderMessageParams): Promise<RawJson> {
    return new RawJson(await this.rpc.callRaw(renderMessage, ctx, params));
  }

  @Endpoint({
    method: 'GET',
    path: 'messages/summary',
    tag: 'Messages',
    summary: 'Summarise a conversation',
    description: 'This service has no language model: it refuses every request, as a server without one does.',
    auth: 'user',
    params: TopicSummaryParams,
    response: TopicSummarySchema,
    isUnavailable: true,
    errors: [{ code: 'BAD_REQUEST', msg: 'AI features are not enabled on this server.' }],
  })
  summary(_ctx: UserContext, { narrow }: TopicSummaryParams): never {
    const read = parseNarrow(narrow, { allowsWith: true });
    if (!read.ok && read.code === 'BAD_REQUEST') throw badRequest(read.msg);
    throw badRequest('AI features are not enabled on this server.');
  }
}

/** Messages of other systems are not mirrored: no account may send in the name of another (messages.md 3). */
function refuseMirroring({ forged, sender }: SendMessageParams): void {
  if (forged === 'yes' || forged === 'true') throw badRequest('User not authorized for this query');
  if (sender !== undefined) throw badRequest('Invalid mirrored message');
}
