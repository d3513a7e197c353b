import { Static, Type } from '@sinclair/typebox';
import { ALLOW_NUL, integer, json } from '@stoa/http-params';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { DocumentedError, defineEndpoint } from '../rpc/define-endpoint';
import { CLOSED } from '../rpc/nullable';
import { DraftSchema } from '../users/personal-state.schema';
import { LATEST_TIME } from './latest-time';

export type Draft = Static<typeof DraftSchema>;

/** A draft as a client sends it; what its parts mean together is the service's to check. */
const DraftInputSchema = Type.Object(
  {
    type: Type.Union([
      Type.Literal(''),
      Type.Literal('private'),
      Type.Literal('stream'),
      Type.Literal('direct'),
      Type.Literal('channel'),
    ]),
    to: Type.Array(Type.Integer()),
    topic: Type.String({ [ALLOW_NUL]: true }),
    content: Type.String({ [ALLOW_NUL]: true }),
    timestamp: Type.Optional(Type.Union([Type.Number({ maximum: LATEST_TIME }), Type.Null()])),
  },
  CLOSED,
);
export type DraftInput = Static<typeof DraftInputSchema>;

const DISABLED: DocumentedError = { code: 'BAD_REQUEST', msg: 'User has disabled synchronizing drafts.' };
const TOO_MANY: DocumentedError = {
  code: 'BAD_REQUEST',
  msg: 'You cannot have more than 1000 drafts. Delete some that you no longer need and try again.',
};
const UNKNOWN: DocumentedError = { code: 'BAD_REQUEST', msg: 'Draft does not exist', status: 404 };
const INVALID: readonly DocumentedError[] = [
  { code: 'BAD_REQUEST', msg: 'Message must not be empty' },
  { code: 'BAD_REQUEST', msg: 'Message must not contain null bytes' },
  { code: 'BAD_REQUEST', msg: 'Topic must not contain null bytes' },
  { code: 'BAD_REQUEST', msg: 'Timestamp must not be negative.' },
  { code: 'BAD_REQUEST', msg: 'Must specify exactly 1 channel ID for channel messages' },
  { code: 'BAD_REQUEST', msg: 'Invalid channel ID' },
  { code: 'BAD_REQUEST', msg: 'Invalid user ID 1' },
];

const draft_id = integer({ doc: 'ID of the draft.' });

/** messages.md 16 */
export const listDrafts = defineEndpoint({
  method: 'GET',
  path: 'drafts',
  tag: 'Drafts',
  summary: 'Get drafts',
  description: 'Newest edit first.',
  auth: 'user',
  subject: 'rpc.messages.v1.drafts.list',
  response: Type.Object({ count: Type.Integer(), drafts: Type.Array(DraftSchema) }, CLOSED),
  errors: [DISABLED],
});

/** All or none. */
export const createDrafts = defineEndpoint({
  method: 'POST',
  path: 'drafts',
  tag: 'Drafts',
  summary: 'Create drafts',
  auth: 'user',
  subject: 'rpc.messages.v1.drafts.create',
  params: { drafts: json(Type.Array(DraftInputSchema), { doc: 'Drafts, without ids.' }) },
  response: Type.Object({ ids: Type.Array(Type.Integer({ description: 'In the order of the request.' })) }, CLOSED),
  errors: [DISABLED, TOO_MANY, ...INVALID],
});

export const editDraft = defineEndpoint({
  method: 'PATCH',
  path: 'drafts/{draft_id}',
  tag: 'Drafts',
  summary: 'Replace a draft',
  auth: 'user',
  subject: 'rpc.messages.v1.drafts.edit',
  idempotent: true,
  params: { draft: json(DraftInputSchema, { doc: 'The whole draft anew, without its id.' }), draft_id },
  response: EmptyResponseSchema,
  errors: [DISABLED, UNKNOWN, ...INVALID],
});

export const deleteDraft = defineEndpoint({
  method: 'DELETE',
  path: 'drafts/{draft_id}',
  tag: 'Drafts',
  summary: 'Delete a draft',
  auth: 'user',
  subject: 'rpc.messages.v1.drafts.delete',
  params: { draft_id },
  response: EmptyResponseSchema,
  errors: [DISABLED, UNKNOWN],
});
