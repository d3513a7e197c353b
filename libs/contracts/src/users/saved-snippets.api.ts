import { Static, Type } from '@sinclair/typebox';
import { integer, text } from '@stoa/http-params';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { DocumentedError, defineEndpoint } from '../rpc/define-endpoint';
import { CLOSED } from '../rpc/nullable';
import { SavedSnippetSchema } from './personal-state.schema';

export type SavedSnippet = Static<typeof SavedSnippetSchema>;

const UNKNOWN: DocumentedError = { code: 'BAD_REQUEST', msg: 'Saved snippet does not exist.', status: 404 };
const TOO_MANY: DocumentedError = {
  code: 'BAD_REQUEST',
  msg: 'You cannot have more than 1000 saved snippets. Delete some that you no longer need and try again.',
};

const BLANK: DocumentedError[] = [
  { code: 'BAD_REQUEST', msg: 'title cannot be blank' },
  { code: 'BAD_REQUEST', msg: 'content cannot be blank' },
];

/** Code points, after stripping (organization.md 1.9). */
const TITLE = { strip: true, minLength: 1, maxLength: 60 };
const CONTENT = { strip: true, minLength: 1, maxLength: 10_000 };

/** Texts that a user keeps for later messages (messages.md 19). */
export const listSavedSnippets = defineEndpoint({
  method: 'GET',
  path: 'saved_snippets',
  tag: 'Drafts',
  summary: 'Get saved snippets',
  auth: 'user',
  subject: 'rpc.users.v1.saved-snippets.list',
  response: Type.Object({ saved_snippets: Type.Array(SavedSnippetSchema) }, CLOSED),
});

export const createSavedSnippet = defineEndpoint({
  method: 'POST',
  path: 'saved_snippets',
  tag: 'Drafts',
  summary: 'Save a snippet',
  auth: 'user',
  subject: 'rpc.users.v1.saved-snippets.create',
  params: {
    title: text({ ...TITLE, doc: 'Name of the snippet.' }),
    content: text({ ...CONTENT, doc: 'Markup that is put into a message when the snippet is used.' }),
  },
  response: Type.Object({ saved_snippet_id: Type.Integer() }, CLOSED),
  errors: [...BLANK, TOO_MANY],
});

export const editSavedSnippet = defineEndpoint({
  method: 'PATCH',
  path: 'saved_snippets/{saved_snippet_id}',
  tag: 'Drafts',
  summary: 'Edit a saved snippet',
  auth: 'user',
  subject: 'rpc.users.v1.saved-snippets.edit',
  idempotent: true,
  params: {
    title: text({ ...TITLE, optional: true, doc: 'New name.' }),
    content: text({ ...CONTENT, optional: true, doc: 'New markup.' }),
    saved_snippet_id: integer({ doc: 'ID of the snippet.' }),
  },
  response: EmptyResponseSchema,
  errors: [...BLANK, UNKNOWN],
});

export const deleteSavedSnippet = defineEndpoint({
  method: 'DELETE',
  path: 'saved_snippets/{saved_snippet_id}',
  tag: 'Drafts',
  summary: 'Delete a saved snippet',
  auth: 'user',
  subject: 'rpc.users.v1.saved-snippets.delete',
  params: {
    saved_snippet_id: integer({ doc: 'ID of the snippet.' }),
  },
  response: EmptyResponseSchema,
  errors: [UNKNOWN],
});
