import { Controller } from '@nestjs/common';
import {
  changeDefaultChannelGroup,
  createDefaultChannelGroup,
  deleteDefaultChannelGroup,
  setDefaultChannel,
  updateDefaultChannelGroup,
} from '@stoa/contracts';
import type { RpcRequest } from '@stoa/contracts';
import { Handles, requireActor } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { DefaultChannelsService } from './default-channels.service';

type Nothing = Promise<Record<string, never>>;

@Controller()
export class DefaultChannelsHandler {
  constructor(private readonly service: DefaultChannelsService) {}

  @Handles(setDefaultChannel)
  set(request: RpcRequest<typeof setDefaultChannel>, context: CallContext): Nothing {
    return this.service.set(requireActor(context), request);
  }

  @Handles(createDefaultChannelGroup)
  createGroup(request: RpcRequest<typeof createDefaultChannelGroup>, context: CallContext): Nothing {
    return this.service.createGroup(requireActor(context), request);
  }

  @Handles(updateDefaultChannelGroup)
  updateGroup(request: RpcRequest<typeof updateDefaultChannelGroup>, context: CallContext): Nothing {
    return this.service.updateGroup(requireActor(context), request);
  }

  @Handles(changeDefaultChannelGroup)
  changeChannels(request: RpcRequest<typeof changeDefaultChannelGroup>, context: CallContext): Nothing {
    return this.service.changeChannels(requireActor(context), request);
  }

  @Handles(deleteDefaultChannelGroup)
  deleteGroup(request: RpcRequest<typeof deleteDefaultChannelGroup>, context: CallContext): Nothing {
    return this.service.deleteGroup(requireActor(context), request);
  }
}
