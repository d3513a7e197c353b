import type { RequestOf } from '@stoa/contracts/rpc';
import { listTopics, readTopics } from '@stoa/contracts/channels';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../../http/endpoint.decorator';
import type { RequestContext } from '../../http/request-context';
import { Spectators } from '../../http/spectators';

@EndpointController()
export class TopicsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly spectators: Spectators,
  ) {}

  @Endpoint(listTopics)
  async list(ctx: RequestContext, params: RequestOf<typeof listTopics>): Promise<Buffer> {
    const spectatedRealmId = ctx.actor ? null : await this.spectators.realmAt(ctx);
    return this.rpc.callRaw(readTopics, ctx, { ...params, spectatedRealmId });
  }
}
