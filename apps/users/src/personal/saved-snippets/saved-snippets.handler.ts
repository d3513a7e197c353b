import { Controller } from '@nestjs/common';
import {
  type RpcRequest,
  type RpcResponse,
  createSavedSnippet,
  deleteSavedSnippet,
  editSavedSnippet,
  listSavedSnippets,
} from '@stoa/contracts';
import { type CallContext, Handles, requireActor } from '@stoa/rpc';
import { SavedSnippetsService } from './saved-snippets.service';

@Controller()
export class SavedSnippetsHandler {
  constructor(private readonly snippets: SavedSnippetsService) {}

  @Handles(listSavedSnippets)
  async list(_request: object, context: CallContext): Promise<RpcResponse<typeof listSavedSnippets>> {
    return { saved_snippets: await this.snippets.list(requireActor(context)) };
  }

  @Handles(createSavedSnippet)
  async create(
    request: RpcRequest<typeof createSavedSnippet>,
    context: CallContext,
  ): Promise<RpcResponse<typeof createSavedSnippet>> {
    return { saved_snippet_id: await this.snippets.create(requireActor(context), request) };
  }

  @Handles(editSavedSnippet)
  async edit(request: RpcRequest<typeof editSavedSnippet>, context: CallContext): Promise<object> {
    await this.snippets.edit(requireActor(context), request);
    return {};
  }

  @Handles(deleteSavedSnippet)
  async delete({ savedSnippetId }: RpcRequest<typeof deleteSavedSnippet>, context: CallContext): Promise<object> {
    await this.snippets.delete(requireActor(context), savedSnippetId);
    return {};
  }
}
