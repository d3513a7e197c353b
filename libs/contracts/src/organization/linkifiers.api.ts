import { Type } from '@sinclair/typebox';
import { integer, integers, text, texts } from '@stoa/http-params';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { defineEndpoint } from '../rpc/define-endpoint';
import { CLOSED } from '../rpc/nullable';
import { LinkifierSchema } from './list-objects';
import { NOT_ADMINISTRATOR, bad } from './refusals';
import { LONGEST_URL_TEMPLATE, urlTemplate } from './url-template-param';

const filter_id = integer({ doc: 'ID of the linkifier.' });
const NOT_FOUND = bad('Linkifier not found.');
const VALUE_ERRORS = [
  bad('This field cannot be blank.'),
  bad('Bad regular expression: missing ): (foo'),
  bad('Invalid URL template.'),
  bad("Group 'id' in URL template is not present in linkifier pattern."),
  bad("Group 'id' in linkifier pattern is not present in URL template."),
  bad('Example input does not match the linkifier pattern.'),
  bad('A reverse template needs an example input.'),
  bad('Invalid reverse template.'),
  bad("Group 'id' in reverse template is not present in linkifier pattern."),
  bad('The reverse template does not give the example input.'),
  bad('Realm filter with this Realm and Pattern already exists.'),
];

/** From addresses back to texts (organization.md 5): an empty text removes, what is left out stays. */
const reverseParams = {
  example_input: text({ optional: true, strip: true, maxLength: 1000, doc: 'A text that the pattern matches.' }),
  reverse_template: text({
    optional: true,
    maxLength: 1000,
    doc: 'The text that stands for an address, such as `#{id}`. It needs `example_input`, which it must give back.',
  }),
  alternative_url_templates: texts({
    optional: true,
    maxLength: LONGEST_URL_TEMPLATE,
    maxItems: 50,
    doc: 'RFC 6570 templates of further addresses that mean the same.',
  }),
};

/** Patterns that become links (organization.md 5). */
export const listLinkifiers = defineEndpoint({
  method: 'GET',
  path: 'realm/linkifiers',
  tag: 'Organization',
  summary: 'Get all linkifiers',
  auth: 'user',
  subject: 'rpc.users.v1.linkifiers.list',
  response: Type.Object({ linkifiers: Type.Array(LinkifierSchema) }, CLOSED),
});

export const createLinkifier = defineEndpoint({
  method: 'POST',
  path: 'realm/filters',
  tag: 'Organization',
  summary: 'Add a linkifier',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.users.v1.linkifiers.create',
  params: {
    pattern: text({ strip: true, doc: 'RE2 pattern; named groups `(?P<name>…)` go into the URL.' }),
    url_template: urlTemplate('RFC 6570 template whose variables are the groups of the pattern.'),
    ...reverseParams,
  },
  response: Type.Object({ id: Type.Integer({ description: 'ID of the linkifier.' }) }, CLOSED),
  errors: [NOT_ADMINISTRATOR, ...VALUE_ERRORS],
});

export const updateLinkifier = defineEndpoint({
  method: 'PATCH',
  path: 'realm/filters/{filter_id}',
  tag: 'Organization',
  summary: 'Change a linkifier',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.users.v1.linkifiers.update',
  idempotent: true,
  params: {
    filter_id,
    pattern: text({ strip: true, doc: 'RE2 pattern.' }),
    url_template: urlTemplate('RFC 6570 template.'),
    ...reverseParams,
  },
  response: EmptyResponseSchema,
  errors: [NOT_ADMINISTRATOR, NOT_FOUND, ...VALUE_ERRORS],
});

export const deleteLinkifier = defineEndpoint({
  method: 'DELETE',
  path: 'realm/filters/{filter_id}',
  tag: 'Organization',
  summary: 'Delete a linkifier',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.users.v1.linkifiers.delete',
  params: { filter_id },
  response: EmptyResponseSchema,
  errors: [NOT_ADMINISTRATOR, NOT_FOUND],
});

export const reorderLinkifiers = defineEndpoint({
  method: 'PATCH',
  path: 'realm/linkifiers',
  tag: 'Organization',
  summary: 'Reorder linkifiers',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.users.v1.linkifiers.reorder',
  idempotent: true,
  params: { ordered_linkifier_ids: integers({ doc: 'IDs of all linkifiers in the wanted order.' }) },
  response: EmptyResponseSchema,
  errors: [
    NOT_ADMINISTRATOR,
    bad('The ordered list must not contain duplicated linkifiers'),
    bad('The ordered list must enumerate all existing linkifiers exactly once'),
  ],
});
