import { Type } from '@sinclair/typebox';
import { Decoded, boolean, integer, integers, json, text } from '@stoa/http-params';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { defineEndpoint } from '../rpc/define-endpoint';
import { CLOSED } from '../rpc/nullable';
import { ProfileFieldSchema } from './list-objects';
import { NOT_ADMINISTRATOR, bad } from './refusals';

const field_id = integer({ doc: 'ID of the field.' });
const NOT_FOUND = bad('Field id 7 not found.');
const VALUE_ERRORS = [
  bad('Only 2 custom profile fields can be displayed in the profile summary.'),
  bad('Field must have at least one choice.'),
  bad("'value' cannot be blank."),
  bad('Field must not have duplicate choices.'),
  bad('field_data["text"] cannot be blank.'),
  bad('subtype key is missing from field_data'),
  bad('Custom external account must define URL pattern'),
  bad('Invalid external account type'),
  bad("URL pattern must contain '%(username)s'."),
  bad('field_data["url_pattern"] is not a URL'),
  bad('Label cannot be blank.'),
  bad('name is too long (limit: 40 characters)'),
  bad('hint is too long (limit: 80 characters)'),
  bad('Field type not supported for display in profile summary.'),
  bad('Field type not supported for user matching.'),
  bad('A field with that label already exists.'),
];

const values = {
  name: text({ strip: true, optional: true, doc: 'Label of the field.' }),
  hint: text({ strip: true, optional: true, doc: 'Help text.' }),
  field_data: json(Type.Record(Type.String(), Type.Unknown()), {
    optional: true,
    doc: 'Options of a list, or kind of an external account.',
  }),
  display_in_profile_summary: boolean({ optional: true, doc: 'Show it in the short profile.' }),
  required: boolean({ optional: true, doc: 'Ask users for it.' }),
  use_for_user_matching: boolean({ optional: true, doc: 'Whether clients find people by it.' }),
  editable_by_user: boolean({ optional: true, doc: 'Whether users change it themselves.' }),
};
/** Only what was sent is there. */
export type ProfileFieldValues = Decoded<typeof values>;

/** Which custom fields profiles have (organization.md 8). */
export const listProfileFields = defineEndpoint({
  method: 'GET',
  path: 'realm/profile_fields',
  tag: 'Organization',
  summary: 'Get all custom profile fields',
  auth: 'user',
  subject: 'rpc.users.v1.profile-fields.list',
  response: Type.Object({ custom_fields: Type.Array(ProfileFieldSchema) }, CLOSED),
});

export const createProfileField = defineEndpoint({
  method: 'POST',
  path: 'realm/profile_fields',
  tag: 'Organization',
  summary: 'Create a custom profile field',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.users.v1.profile-fields.create',
  params: { field_type: integer({ doc: 'Type of the field, 1 to 8.' }), ...values },
  response: Type.Object({ id: Type.Integer({ description: 'ID of the field.' }) }, CLOSED),
  errors: [NOT_ADMINISTRATOR, ...VALUE_ERRORS, bad('Invalid field type.')],
});

export const updateProfileField = defineEndpoint({
  method: 'PATCH',
  path: 'realm/profile_fields/{field_id}',
  tag: 'Organization',
  summary: 'Change a custom profile field',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.users.v1.profile-fields.update',
  idempotent: true,
  params: { field_id, ...values },
  response: EmptyResponseSchema,
  errors: [NOT_ADMINISTRATOR, NOT_FOUND, bad('Default custom field cannot be updated.'), ...VALUE_ERRORS],
});

export const deleteProfileField = defineEndpoint({
  method: 'DELETE',
  path: 'realm/profile_fields/{field_id}',
  tag: 'Organization',
  summary: 'Delete a custom profile field',
  description: 'The values that users have go with it.',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.users.v1.profile-fields.delete',
  params: { field_id },
  response: EmptyResponseSchema,
  errors: [NOT_ADMINISTRATOR, NOT_FOUND],
});

export const reorderProfileFields = defineEndpoint({
  method: 'PATCH',
  path: 'realm/profile_fields',
  tag: 'Organization',
  summary: 'Reorder custom profile fields',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.users.v1.profile-fields.reorder',
  idempotent: true,
  params: { order: integers({ doc: 'IDs of all fields in the wanted order.' }) },
  response: EmptyResponseSchema,
  errors: [NOT_ADMINISTRATOR, bad('Invalid order mapping.')],
});
