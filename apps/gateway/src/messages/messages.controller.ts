import {
  DomainError,
  FetchMessagesResponseSchema,
  SendMessageResponseSchema,
  fetchMessage,
  fetchMessages,
  sendMessage,
  updateMessageFlags,
} from '@stoa/contracts';
import { RawJson, RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import { fetchRequest } from './fetch-anchor';
import { FetchMessageParams, FetchMessagesParams } from './params/fetch-messages.params';
import { SendMessageParams } from './params/send-message.params';
import { UpdateFlagsParams } from './params/update-flags.params';

const CHANNEL_TYPES = ['channel', 'stream'];

@EndpointController()
export class MessagesController {
  constructor(private readonly rpc: RpcClient) {}

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
    auth: 'user',
    params: FetchMessagesParams,
    response: FetchMessagesResponseSchema,
    errors: [{ code: 'BAD_NARROW', msg: 'Invalid narrow operator: unknown operator nonexistent' }],
  })
  async fetch(ctx: UserContext, params: FetchMessagesParams): Promise<RawJson> {
    return new RawJson(await this.rpc.callRaw(fetchMessages, ctx, fetchRequest(params)));
  }

  @Endpoint({
    method: 'GET',
    path: 'messages/{message_id}',
    tag: 'Messages',
    summary: 'Get one message',
    auth: 'user',
    params: FetchMessageParams,
    response: fetchMessage.response,
    errors: [{ code: 'BAD_REQUEST', msg: 'Invalid message(s)' }],
  })
  async fetchOne(ctx: UserContext, params: FetchMessageParams): Promise<RawJson> {
    return new RawJson(await this.rpc.callRaw(fetchMessage, ctx, params));
  }

  @Endpoint({
    method: 'POST',
    path: 'messages/flags',
    tag: 'Messages',
    summary: 'Change personal message flags',
    auth: 'user',
    params: UpdateFlagsParams,
    response: updateMessageFlags.response,
    errors: [
      { code: 'BAD_REQUEST', msg: "Invalid flag: 'nonexistent'" },
      { code: 'BAD_REQUEST', msg: 'Invalid message(s)' },
    ],
  })
  async updateFlags(ctx: UserContext, params: UpdateFlagsParams): Promise<RawJson> {
    const { messages: messageIds, op, flag } = params;
    return new RawJson(await this.rpc.callRaw(updateMessageFlags, ctx, { messageIds, op, flag }));
  }
}
