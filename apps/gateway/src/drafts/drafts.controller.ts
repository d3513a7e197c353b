import { createDrafts, deleteDraft, editDraft, listDrafts } from '@stoa/contracts';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import { CreateDraftsParams, DraftParams, EditDraftParams, draftInput } from './drafts.params';

const DISABLED = { code: 'BAD_REQUEST', msg: 'User has disabled synchronizing drafts.' };
const TOO_MANY = {
  code: 'BAD_REQUEST',
  msg: 'You cannot have more than 1000 drafts. Delete some that you no longer need and try again.',
};
const UNKNOWN = { code: 'BAD_REQUEST', msg: 'Draft does not exist', status: 404 };
const INVALID = [
  { code: 'BAD_REQUEST', msg: 'Message must not be empty' },
  { code: 'BAD_REQUEST', msg: 'Message must not contain null bytes' },
  { code: 'BAD_REQUEST', msg: 'Topic must not contain null bytes' },
  { code: 'BAD_REQUEST', msg: 'Timestamp must not be negative.' },
  { code: 'BAD_REQUEST', msg: 'Must specify exactly 1 channel ID for channel messages' },
  { code: 'BAD_REQUEST', msg: 'Invalid channel ID' },
  { code: 'BAD_REQUEST', msg: 'Invalid user ID 1' },
];

@EndpointController()
export class DraftsController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint({
    method: 'GET',
    path: 'drafts',
    tag: 'Drafts',
    summary: 'Get drafts',
    description: 'Newest edit first.',
    auth: 'user',
    response: listDrafts.response,
    errors: [DISABLED],
  })
  list(ctx: UserContext): Promise<Buffer> {
    return this.rpc.callRaw(listDrafts, ctx, {});
  }

  @Endpoint({
    method: 'POST',
    path: 'drafts',
    tag: 'Drafts',
    summary: 'Create drafts',
    auth: 'user',
    params: CreateDraftsParams,
    response: createDrafts.response,
    errors: [DISABLED, TOO_MANY, ...INVALID],
  })
  create(ctx: UserContext, { drafts }: CreateDraftsParams): Promise<Buffer> {
    return this.rpc.callRaw(createDrafts, ctx, { drafts: drafts.map(draftInput) });
  }

  @Endpoint({
    method: 'PATCH',
    path: 'drafts/{draft_id}',
    tag: 'Drafts',
    summary: 'Replace a draft',
    auth: 'user',
    params: EditDraftParams,
    response: editDraft.response,
    errors: [DISABLED, UNKNOWN, ...INVALID],
  })
  edit(ctx: UserContext, { draftId, draft }: EditDraftParams): Promise<Buffer> {
    return this.rpc.callRaw(editDraft, ctx, { draftId, draft: draftInput(draft) });
  }

  @Endpoint({
    method: 'DELETE',
    path: 'drafts/{draft_id}',
    tag: 'Drafts',
    summary: 'Delete a draft',
    auth: 'user',
    params: DraftParams,
    response: deleteDraft.response,
    errors: [DISABLED, UNKNOWN],
  })
  delete(ctx: UserContext, { draftId }: DraftParams): Promise<Buffer> {
    return this.rpc.callRaw(deleteDraft, ctx, { draftId });
  }
}
