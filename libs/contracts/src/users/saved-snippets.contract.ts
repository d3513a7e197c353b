import { Static, Type } from '@sinclair/typebox';
import { EmptyResponseSchema } from '../empty-response';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED, Nullable } from './nullable';
import { SavedSnippetSchema } from './personal-state.schema';

export type SavedSnippet = Static<typeof SavedSnippetSchema>;

/** `GET /saved_snippets` (messages.md 19). */
export const listSavedSnippets = defineRpc({
  subject: 'rpc.users.v1.saved-snippets.list',
  request: Type.Object({}),
  response: Type.Object({ saved_snippets: Type.Array(SavedSnippetSchema) }, CLOSED),
  idempotent: true,
});

/** `POST /saved_snippets`: texts are stripped, within their limits and not blank. */
export const createSavedSnippet = defineRpc({
  subject: 'rpc.users.v1.saved-snippets.create',
  request: Type.Object({ title: Type.String(), content: Type.String() }),
  response: Type.Object({ saved_snippet_id: Type.Integer() }, CLOSED),
  idempotent: false,
});

/** `PATCH /saved_snippets/{id}`: null stays as it is. */
export const editSavedSnippet = defineRpc({
  subject: 'rpc.users.v1.saved-snippets.edit',
  request: Type.Object({
    savedSnippetId: Type.Integer(),
    title: Nullable(Type.String()),
    content: Nullable(Type.String()),
  }),
  response: EmptyResponseSchema,
  idempotent: true,
});

/** `DELETE /saved_snippets/{id}` */
export const deleteSavedSnippet = defineRpc({
  subject: 'rpc.users.v1.saved-snippets.delete',
  request: Type.Object({ savedSnippetId: Type.Integer() }),
  response: EmptyResponseSchema,
  idempotent: false,
});
