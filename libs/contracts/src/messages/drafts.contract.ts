import { Static, Type } from '@sinclair/typebox';
import { EmptyResponseSchema } from '../empty-response';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED, Nullable } from '../users/nullable';
import { DraftSchema } from '../users/personal-state.schema';

export type Draft = Static<typeof DraftSchema>;

/** A draft as a client sends it; what its parts mean together is the service's to check. */
export const DraftInputSchema = Type.Object({
  type: Type.Union([Type.Literal(''), Type.Literal('private'), Type.Literal('stream')]),
  to: Type.Array(Type.Integer()),
  topic: Type.String(),
  content: Type.String(),
  /** Seconds since the epoch, possibly with a fraction; null means now. */
  timestamp: Nullable(Type.Number()),
});
export type DraftInput = Static<typeof DraftInputSchema>;

/** `GET /drafts` (messages.md 16). */
export const listDrafts = defineRpc({
  subject: 'rpc.messages.v1.drafts.list',
  request: Type.Object({}),
  response: Type.Object({ count: Type.Integer(), drafts: Type.Array(DraftSchema) }, CLOSED),
  idempotent: true,
});

/** `POST /drafts`: all or none. */
export const createDrafts = defineRpc({
  subject: 'rpc.messages.v1.drafts.create',
  request: Type.Object({ drafts: Type.Array(DraftInputSchema) }),
  response: Type.Object({ ids: Type.Array(Type.Integer({ description: 'In the order of the request.' })) }, CLOSED),
  idempotent: false,
});

/** `PATCH /drafts/{id}`: replaces the whole draft. */
export const editDraft = defineRpc({
  subject: 'rpc.messages.v1.drafts.edit',
  request: Type.Object({ draftId: Type.Integer(), draft: DraftInputSchema }),
  response: EmptyResponseSchema,
  idempotent: true,
});

/** `DELETE /drafts/{id}` */
export const deleteDraft = defineRpc({
  subject: 'rpc.messages.v1.drafts.delete',
  request: Type.Object({ draftId: Type.Integer() }),
  response: EmptyResponseSchema,
  idempotent: false,
});
