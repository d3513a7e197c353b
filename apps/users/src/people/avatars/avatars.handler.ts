import { Controller } from '@nestjs/common';
import { findAvatar, removeAvatar, setAvatar } from '@stoa/contracts';
import type { RpcRequest, RpcResponse } from '@stoa/contracts';
import { Handles, requireActor } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { AvatarsService } from './avatars.service';

@Controller()
export class AvatarsHandler {
  constructor(private readonly avatars: AvatarsService) {}

  @Handles(setAvatar)
  async set({ files }: RpcRequest<typeof setAvatar>, context: CallContext): Promise<RpcResponse<typeof setAvatar>> {
    return { avatar_url: await this.avatars.upload(requireActor(context), files) };
  }

  @Handles(removeAvatar)
  async remove(_request: object, context: CallContext): Promise<RpcResponse<typeof removeAvatar>> {
    return { avatar_url: await this.avatars.remove(requireActor(context)) };
  }

  @Handles(findAvatar)
  async find(request: RpcRequest<typeof findAvatar>, context: CallContext): Promise<RpcResponse<typeof findAvatar>> {
    return { url: await this.avatars.find(context, request) };
  }
}
