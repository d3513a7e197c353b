import { Static, TSchema, Type } from '@sinclair/typebox';
import { REALM_PERMISSION_SETTINGS } from '@stoa/policy';
import { EmptyResponseSchema } from '../empty-response';
import { defineRpc } from '../rpc/define-rpc';
import { GroupSettingUpdateSchema, GroupSettingValueSchema } from './group-object';
import { CLOSED, Nullable } from './nullable';
import { REALM_SETTING_SCHEMAS } from './realm-state.schema';

/** What a changed setting is reported as: texts only as having changed, enumerations by name as their codes. */
function reportSchema(name: string, value: TSchema): TSchema {
  if (name === 'message_edit_history_visibility_policy' || name === 'topics_policy') return Type.Integer();
  return value.type === 'string' ? Type.Literal('updated') : value;
}

const reports = Object.fromEntries([
  ...Object.entries(REALM_SETTING_SCHEMAS).map(([name, value]: [string, TSchema]) => [
    name,
    Type.Optional(name === 'jitsi_server_url' ? Nullable(Type.Literal('updated')) : reportSchema(name, value)),
  ]),
  ...Object.keys(REALM_PERMISSION_SETTINGS).map((name) => [name, Type.Optional(GroupSettingValueSchema)]),
]);

/** `PATCH /realm` (organization.md 4): what is absent stays as it is. */
export const updateRealm = defineRpc({
  subject: 'rpc.users.v1.realm.update',
  request: Type.Object({
    settings: Type.Record(Type.String(), Type.Union([Type.String(), Type.Integer(), Type.Boolean(), Type.Null()])),
    groups: Type.Record(Type.String(), GroupSettingUpdateSchema),
    authenticationMethods: Nullable(Type.Record(Type.String(), Type.Boolean())),
    /** The new subdomain. */
    stringId: Nullable(Type.String()),
  }),
  response: Type.Object(
    {
      ...reports,
      authentication_methods: Type.Optional(Type.Record(Type.String(), Type.Boolean())),
      string_id: Type.Optional(Type.Literal('updated')),
      realm_uri: Type.Optional(Type.String()),
      realm_url: Type.Optional(Type.String()),
    },
    CLOSED,
  ),
  idempotent: true,
});
export type UpdateRealmRequest = Static<(typeof updateRealm)['request']>;

/** `POST /realm/deactivate` (organization.md 13). */
export const deactivateRealm = defineRpc({
  subject: 'rpc.users.v1.realm.deactivate',
  request: Type.Object({ deletionDelayDays: Nullable(Type.Integer()) }),
  response: EmptyResponseSchema,
  idempotent: false,
});
