import type { RequestOf } from '@stoa/contracts/rpc';
import {
  createBot,
  createBotWithAvatar,
  readServiceToken,
  showServiceToken,
  updateBot,
  updateBotWithAvatar,
} from '@stoa/contracts/users';
import { RpcClient } from '@stoa/rpc';
import { OwnPasswords } from '../../access/rate-limits/own-passwords';
import { Endpoint, EndpointController } from '../../http/endpoint.decorator';
import type { UserContext } from '../../http/request-context';
import { ImageSpool } from '../../files/images/image-spool';

/** The endpoints of bots that take an avatar (users.md 16), or a password. */
@EndpointController()
export class BotsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly spool: ImageSpool,
    private readonly passwords: OwnPasswords,
  ) {}

  @Endpoint(createBot)
  create(ctx: UserContext, params: RequestOf<typeof createBot>): Promise<Buffer> {
    return this.spool.with(ctx.http.upload, (files) =>
      this.rpc.callRaw(createBotWithAvatar, ctx, { ...params, files }),
    );
  }

  @Endpoint(updateBot)
  update(ctx: UserContext, params: RequestOf<typeof updateBot>): Promise<Buffer> {
    return this.spool.with(ctx.http.upload, (files) =>
      this.rpc.callRaw(updateBotWithAvatar, ctx, { ...params, files }),
    );
  }

  @Endpoint(showServiceToken)
  showToken(ctx: UserContext, { bot_id, password }: RequestOf<typeof showServiceToken>): Promise<Buffer> {
    return this.passwords.counted(ctx, password, (proof) =>
      this.rpc.callRaw(readServiceToken, ctx, { bot_id, ...proof }),
    );
  }
}
