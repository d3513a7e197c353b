import { Controller } from '@nestjs/common';
import { createChannelFolder, listChannelFolders, reorderChannelFolders, updateChannelFolder } from '@stoa/contracts';
import type { RpcRequest, RpcResponse } from '@stoa/contracts';
import { Handles, requireActor } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { ChannelFoldersService } from './channel-folders.service';

@Controller()
export class ChannelFoldersHandler {
  constructor(private readonly service: ChannelFoldersService) {}

  @Handles(createChannelFolder)
  create(
    request: RpcRequest<typeof createChannelFolder>,
    context: CallContext,
  ): Promise<RpcResponse<typeof createChannelFolder>> {
    return this.service.create(requireActor(context), request);
  }

  @Handles(listChannelFolders)
  list(
    request: RpcRequest<typeof listChannelFolders>,
    context: CallContext,
  ): Promise<RpcResponse<typeof listChannelFolders>> {
    return this.service.list(requireActor(context), request);
  }

  @Handles(reorderChannelFolders)
  reorder(
    request: RpcRequest<typeof reorderChannelFolders>,
    context: CallContext,
  ): Promise<RpcResponse<typeof reorderChannelFolders>> {
    return this.service.reorder(requireActor(context), request);
  }

  @Handles(updateChannelFolder)
  update(
    request: RpcRequest<typeof updateChannelFolder>,
    context: CallContext,
  ): Promise<RpcResponse<typeof updateChannelFolder>> {
    return this.service.update(requireActor(context), request);
  }
}
