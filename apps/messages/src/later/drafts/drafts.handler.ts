import { Controller } from '@nestjs/common';
import { createDrafts, deleteDraft, editDraft, listDrafts } from '@stoa/contracts';
import type { RpcRequest, RpcResponse } from '@stoa/contracts';
import { Handles, requireActor } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { DraftsService } from './drafts.service';

@Controller()
export class DraftsHandler {
  constructor(private readonly drafts: DraftsService) {}

  @Handles(listDrafts)
  async list(_request: object, context: CallContext): Promise<RpcResponse<typeof listDrafts>> {
    const drafts = await this.drafts.list(requireActor(context));
    return { count: drafts.length, drafts };
  }

  @Handles(createDrafts)
  async create(
    { drafts }: RpcRequest<typeof createDrafts>,
    context: CallContext,
  ): Promise<RpcResponse<typeof createDrafts>> {
    return { ids: await this.drafts.create(requireActor(context), drafts) };
  }

  @Handles(editDraft)
  async edit({ draftId, draft }: RpcRequest<typeof editDraft>, context: CallContext): Promise<object> {
    await this.drafts.edit(requireActor(context), draftId, draft);
    return {};
  }

  @Handles(deleteDraft)
  async delete({ draftId }: RpcRequest<typeof deleteDraft>, context: CallContext): Promise<object> {
    await this.drafts.delete(requireActor(context), draftId);
    return {};
  }
}
