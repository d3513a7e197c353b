import { Controller } from '@nestjs/common';
import {
  type RpcRequest,
  type RpcResponse,
  createLinkifier,
  deleteLinkifier,
  listLinkifiers,
  reorderLinkifiers,
  updateLinkifier,
} from '@stoa/contracts';
import { type CallContext, Handles, requireActor } from '@stoa/rpc';
import { LinkifiersService } from './linkifiers.service';

@Controller()
export class LinkifiersHandler {
  constructor(private readonly linkifiers: LinkifiersService) {}

  @Handles(listLinkifiers)
  async list(_request: object, context: CallContext): Promise<RpcResponse<typeof listLinkifiers>> {
    return { linkifiers: await this.linkifiers.list(requireActor(context)) };
  }

  @Handles(createLinkifier)
  async create(
    request: RpcRequest<typeof createLinkifier>,
    context: CallContext,
  ): Promise<RpcResponse<typeof createLinkifier>> {
    return { id: await this.linkifiers.create(requireActor(context), request) };
  }

  @Handles(updateLinkifier)
  async update({ id, ...values }: RpcRequest<typeof updateLinkifier>, context: CallContext): Promise<object> {
    await this.linkifiers.update(requireActor(context), id, values);
    return {};
  }

  @Handles(deleteLinkifier)
  async delete({ id }: RpcRequest<typeof deleteLinkifier>, context: CallContext): Promise<object> {
    await this.linkifiers.delete(requireActor(context), id);
    return {};
  }

  @Handles(reorderLinkifiers)
  async reorder({ orderedIds }: RpcRequest<typeof reorderLinkifiers>, context: CallContext): Promise<object> {
    await this.linkifiers.reorder(requireActor(context), orderedIds);
    return {};
  }
}
