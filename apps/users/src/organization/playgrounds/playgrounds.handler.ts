import { Controller } from '@nestjs/common';
import { type RpcRequest, type RpcResponse, createPlayground, deletePlayground } from '@stoa/contracts';
import { type CallContext, Handles, requireActor } from '@stoa/rpc';
import { PlaygroundsService } from './playgrounds.service';

@Controller()
export class PlaygroundsHandler {
  constructor(private readonly playgrounds: PlaygroundsService) {}

  @Handles(createPlayground)
  async create(
    request: RpcRequest<typeof createPlayground>,
    context: CallContext,
  ): Promise<RpcResponse<typeof createPlayground>> {
    return { id: await this.playgrounds.create(requireActor(context), request) };
  }

  @Handles(deletePlayground)
  async delete({ id }: RpcRequest<typeof deletePlayground>, context: CallContext): Promise<object> {
    await this.playgrounds.delete(requireActor(context), id);
    return {};
  }
}
