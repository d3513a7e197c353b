import { Static, Type } from '@sinclair/typebox';
import { EmptyResponseSchema } from '../empty-response';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED } from './nullable';
import { ProfileFieldSchema } from './organization-list-objects';

/** `GET /realm/profile_fields` (organization.md 8). */
export const listProfileFields = defineRpc({
  subject: 'rpc.users.v1.profile-fields.list',
  request: Type.Object({}),
  response: Type.Object({ custom_fields: Type.Array(ProfileFieldSchema) }, CLOSED),
  idempotent: true,
});

/** Only what was sent is there. */
const ProfileFieldValuesSchema = Type.Object({
  name: Type.Optional(Type.String()),
  hint: Type.Optional(Type.String()),
  fieldData: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  displayInProfileSummary: Type.Optional(Type.Boolean()),
  required: Type.Optional(Type.Boolean()),
  editableByUser: Type.Optional(Type.Boolean()),
});
export type ProfileFieldValues = Static<typeof ProfileFieldValuesSchema>;

/** `POST /realm/profile_fields`. */
export const createProfileField = defineRpc({
  subject: 'rpc.users.v1.profile-fields.create',
  request: Type.Object({ fieldType: Type.Integer(), values: ProfileFieldValuesSchema }),
  response: Type.Object({ id: Type.Integer({ description: 'ID of the field.' }) }, CLOSED),
  idempotent: false,
});

/** `PATCH /realm/profile_fields/{field_id}`. */
export const updateProfileField = defineRpc({
  subject: 'rpc.users.v1.profile-fields.update',
  request: Type.Object({ id: Type.Integer(), values: ProfileFieldValuesSchema }),
  response: EmptyResponseSchema,
  idempotent: true,
});

/** `DELETE /realm/profile_fields/{field_id}`. */
export const deleteProfileField = defineRpc({
  subject: 'rpc.users.v1.profile-fields.delete',
  request: Type.Object({ id: Type.Integer() }),
  response: EmptyResponseSchema,
  idempotent: false,
});

/** `PATCH /realm/profile_fields`. */
export const reorderProfileFields = defineRpc({
  subject: 'rpc.users.v1.profile-fields.reorder',
  request: Type.Object({ order: Type.Array(Type.Integer()) }),
  response: EmptyResponseSchema,
  idempotent: true,
});
