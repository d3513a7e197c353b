import { IntegerParam, StringParam } from '@stoa/http-params';

/** Code points, after stripping (organization.md 1.9). */
const TITLE = { strip: true, minLength: 1, maxLength: 60 };
const CONTENT = { strip: true, minLength: 1, maxLength: 10_000 };

/** `POST /saved_snippets` (messages.md 19). */
export class CreateSavedSnippetParams {
  @StringParam({ ...TITLE, doc: 'Name of the snippet.' })
  title!: string;

  @StringParam({ ...CONTENT, doc: 'Markup that is put into a message when the snippet is used.' })
  content!: string;
}

/** `DELETE /saved_snippets/{saved_snippet_id}` */
export class SavedSnippetParams {
  @IntegerParam({ in: 'path', name: 'saved_snippet_id', doc: 'ID of the snippet.' })
  savedSnippetId!: number;
}

/** `PATCH /saved_snippets/{saved_snippet_id}`: what is left out stays. */
export class EditSavedSnippetParams extends SavedSnippetParams {
  @StringParam({ ...TITLE, optional: true, doc: 'New name.' })
  title?: string;

  @StringParam({ ...CONTENT, optional: true, doc: 'New markup.' })
  content?: string;
}
