import { randomBytes } from 'node:crypto';
import type { RequestOf } from '@stoa/contracts/rpc';
import {
  fetchMessage,
  fetchMessages,
  getMessage,
  getMessages,
  getTopicSummary,
  postMessage,
  sendMessage,
} from '@stoa/contracts/messages';
import { badRequest } from '@stoa/errors';
import { parseNarrow } from '@stoa/narrow';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../../http/endpoint.decorator';
import type { RequestContext, UserContext } from '../../http/request-context';
import { Spectators } from '../../http/spectators';

@EndpointController()
export class MessagesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly spectators: Spectators,
  ) {}

  @Endpoint(sendMessage)
  send(ctx: UserContext, params: RequestOf<typeof sendMessage>): Promise<Buffer> {
    const key = ctx.http.headers['idempotency-key'];
    const identity =
      typeof key === 'string' ? { idempotency_key: key } : { send_token: randomBytes(8).readBigInt64BE().toString() };
    return this.rpc.callRaw(postMessage, ctx, { ...params, ...identity });
  }

  @Endpoint(getMessages)
  async fetch(ctx: RequestContext, params: RequestOf<typeof getMessages>): Promise<Buffer> {
    const spectator = await this.spectators.of(ctx);
    return this.rpc.callRaw(fetchMessages, ctx, { ...params, spectator });
  }

  @Endpoint(getMessage)
  async fetchOne(ctx: RequestContext, params: RequestOf<typeof getMessage>): Promise<Buffer> {
    const spectator = await this.spectators.of(ctx);
    return this.rpc.callRaw(fetchMessage, ctx, { ...params, spectator });
  }

  @Endpoint(getTopicSummary)
  summary(_ctx: UserContext, { narrow }: RequestOf<typeof getTopicSummary>): never {
    const read = parseNarrow(narrow, { allowsWith: true });
    if (!read.ok && read.code === 'BAD_REQUEST') throw badRequest(read.msg);
    throw badRequest('AI features are not enabled on this server.');
  }
}
