import { createSavedSnippet, deleteSavedSnippet, editSavedSnippet, listSavedSnippets } from '@stoa/contracts';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import { CreateSavedSnippetParams, EditSavedSnippetParams, SavedSnippetParams } from './saved-snippets.params';

const UNKNOWN = { code: 'BAD_REQUEST', msg: 'Saved snippet does not exist.', status: 404 };
const TOO_MANY = {
  code: 'BAD_REQUEST',
  msg: 'You cannot have more than 1000 saved snippets. Delete some that you no longer need and try again.',
};
const BLANK = [
  { code: 'BAD_REQUEST', msg: 'title cannot be blank' },
  { code: 'BAD_REQUEST', msg: 'content cannot be blank' },
];

@EndpointController()
export class SavedSnippetsController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint({
    method: 'GET',
    path: 'saved_snippets',
    tag: 'Drafts',
    summary: 'Get saved snippets',
    auth: 'user',
    response: listSavedSnippets.response,
  })
  list(ctx: UserContext): Promise<Buffer> {
    return this.rpc.callRaw(listSavedSnippets, ctx, {});
  }

  @Endpoint({
    method: 'POST',
    path: 'saved_snippets',
    tag: 'Drafts',
    summary: 'Save a snippet',
    auth: 'user',
    params: CreateSavedSnippetParams,
    response: createSavedSnippet.response,
    errors: [...BLANK, TOO_MANY],
  })
  create(ctx: UserContext, { title, content }: CreateSavedSnippetParams): Promise<Buffer> {
    return this.rpc.callRaw(createSavedSnippet, ctx, { title, content });
  }

  @Endpoint({
    method: 'PATCH',
    path: 'saved_snippets/{saved_snippet_id}',
    tag: 'Drafts',
    summary: 'Edit a saved snippet',
    auth: 'user',
    params: EditSavedSnippetParams,
    response: editSavedSnippet.response,
    errors: [...BLANK, UNKNOWN],
  })
  edit(ctx: UserContext, { savedSnippetId, title, content }: EditSavedSnippetParams): Promise<Buffer> {
    return this.rpc.callRaw(editSavedSnippet, ctx, { savedSnippetId, title: title ?? null, content: content ?? null });
  }

  @Endpoint({
    method: 'DELETE',
    path: 'saved_snippets/{saved_snippet_id}',
    tag: 'Drafts',
    summary: 'Delete a saved snippet',
    auth: 'user',
    params: SavedSnippetParams,
    response: deleteSavedSnippet.response,
    errors: [UNKNOWN],
  })
  delete(ctx: UserContext, { savedSnippetId }: SavedSnippetParams): Promise<Buffer> {
    return this.rpc.callRaw(deleteSavedSnippet, ctx, { savedSnippetId });
  }
}
