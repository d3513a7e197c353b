import { Controller } from '@nestjs/common';
import { archiveChannel, updateChannel } from '@stoa/contracts';
import type { RpcRequest, RpcResponse } from '@stoa/contracts';
import { Handles, requireActor } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { ArchiveChannelService } from './archive-channel.service';
import { UpdateChannelService } from './update-channel.service';

@Controller()
export class ChannelUpdatesHandler {
  constructor(
    private readonly updating: UpdateChannelService,
    private readonly archiving: ArchiveChannelService,
  ) {}

  @Handles(updateChannel)
  update(request: RpcRequest<typeof updateChannel>, context: CallContext): Promise<RpcResponse<typeof updateChannel>> {
    return this.updating.update(requireActor(context), request);
  }

  @Handles(archiveChannel)
  archive(
    request: RpcRequest<typeof archiveChannel>,
    context: CallContext,
  ): Promise<RpcResponse<typeof archiveChannel>> {
    return this.archiving.archive(requireActor(context), request);
  }
}
