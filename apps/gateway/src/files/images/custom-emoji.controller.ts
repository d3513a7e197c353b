import type { RequestOf } from '@stoa/contracts/rpc';
import { addCustomEmoji, addSpooledEmoji } from '@stoa/contracts/organization';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../../http/endpoint.decorator';
import type { UserContext } from '../../http/request-context';
import { ImageSpool } from './image-spool';

@EndpointController()
export class CustomEmojiController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly spool: ImageSpool,
  ) {}

  @Endpoint(addCustomEmoji)
  add(ctx: UserContext, params: RequestOf<typeof addCustomEmoji>): Promise<Buffer> {
    return this.spool.with(ctx.http.upload, (files) => this.rpc.callRaw(addSpooledEmoji, ctx, { ...params, files }));
  }
}
