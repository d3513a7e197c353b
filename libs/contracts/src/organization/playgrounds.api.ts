import { Type } from '@sinclair/typebox';
import { integer, text } from '@stoa/http-params';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { RequestOf, defineEndpoint } from '../rpc/define-endpoint';
import { CLOSED } from '../rpc/nullable';
import { NOT_ADMINISTRATOR, bad } from './refusals';
import { urlTemplate } from './url-template-param';

/** Where code of a language can be tried out (organization.md 6). */
export const createPlayground = defineEndpoint({
  method: 'POST',
  path: 'realm/playgrounds',
  tag: 'Organization',
  summary: 'Add a code playground',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.users.v1.playgrounds.create',
  params: {
    name: text({ strip: true, doc: 'Name that users see.' }),
    pygments_language: text({ strip: true, maxLength: 40, doc: 'Language of code blocks.' }),
    url_template: urlTemplate('RFC 6570 template with the one variable `code`.'),
  },
  response: Type.Object({ id: Type.Integer({ description: 'ID of the playground.' }) }, CLOSED),
  errors: [
    NOT_ADMINISTRATOR,
    bad('pygments_language is too long (limit: 40 characters)'),
    bad('Invalid characters in pygments language'),
    bad('This field cannot be blank.'),
    bad('Invalid URL template.'),
    bad('Missing the required variable "code" in the URL template'),
    bad('"code" should be the only variable present in the URL template'),
    bad('Realm playground with this Realm, Pygments language and Name already exists.'),
  ],
});
export type NewPlayground = RequestOf<typeof createPlayground>;

export const deletePlayground = defineEndpoint({
  method: 'DELETE',
  path: 'realm/playgrounds/{playground_id}',
  tag: 'Organization',
  summary: 'Remove a code playground',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.users.v1.playgrounds.delete',
  params: { playground_id: integer({ doc: 'ID of the playground.' }) },
  response: EmptyResponseSchema,
  errors: [NOT_ADMINISTRATOR, bad('Invalid playground')],
});
