import { Controller } from '@nestjs/common';
import { addReaction, removeReaction } from '@stoa/contracts';
import type { RpcRequest } from '@stoa/contracts';
import { Handles, requireActor } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { ReactionsService } from './reactions.service';

@Controller()
export class ReactionsHandler {
  constructor(private readonly reactions: ReactionsService) {}

  @Handles(addReaction)
  async add(request: RpcRequest<typeof addReaction>, context: CallContext): Promise<object> {
    await this.reactions.add(requireActor(context), request);
    return {};
  }

  @Handles(removeReaction)
  async remove(request: RpcRequest<typeof removeReaction>, context: CallContext): Promise<object> {
    await this.reactions.remove(requireActor(context), request);
    return {};
  }
}
