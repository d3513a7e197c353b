import { Controller } from '@nestjs/common';
import { fetchMessage, fetchMessages, matchesNarrow } from '@stoa/contracts';
import type { FetchMessagesRequest, RpcRequest, RpcResponse } from '@stoa/contracts';
import { Handles, requireActor } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { FetchService } from './fetch.service';

@Controller()
export class FetchHandler {
  constructor(private readonly fetching: FetchService) {}

  @Handles(fetchMessages)
  fetch(request: FetchMessagesRequest, context: CallContext): Promise<RpcResponse<typeof fetchMessages>> {
    return this.fetching.fetch(context, request);
  }

  @Handles(fetchMessage)
  fetchOne(request: RpcRequest<typeof fetchMessage>, context: CallContext): Promise<RpcResponse<typeof fetchMessage>> {
    return this.fetching.fetchOne(context, request);
  }

  @Handles(matchesNarrow)
  matches(request: RpcRequest<typeof matchesNarrow>, context: CallContext): Promise<RpcResponse<typeof matchesNarrow>> {
    return this.fetching.matching(requireActor(context), request);
  }
}
