import { setAvatar, setSpooledAvatar } from '@stoa/contracts/users';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../../http/endpoint.decorator';
import type { UserContext } from '../../http/request-context';
import { ImageSpool } from './image-spool';

@EndpointController()
export class AvatarsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly spool: ImageSpool,
  ) {}

  @Endpoint(setAvatar)
  set(ctx: UserContext): Promise<Buffer> {
    return this.spool.with(ctx.http.upload, (files) => this.rpc.callRaw(setSpooledAvatar, ctx, { files }));
  }
}
