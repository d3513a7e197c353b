import { TSchema, Type } from '@sinclair/typebox';
import { integer, json, text } from '@stoa/http-params';
import { REALM_PERMISSION_SETTINGS } from '@stoa/policy';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { RequestOf, defineEndpoint } from '../rpc/define-endpoint';
import { GroupSettingValueSchema } from '../users/group-object';
import { CLOSED, Nullable } from '../rpc/nullable';
import { REALM_SETTING_SCHEMAS, realmPermissionParams, realmSettingParams } from './realm-settings';
import { NOT_OWNER, bad } from './refusals';

/** What a changed setting is reported as: texts only as having changed, enumerations by name as their codes. */
function reportSchema(name: string, value: TSchema): TSchema {
  if (name === 'jitsi_server_url') return Nullable(Type.Literal('updated'));
  if (name === 'message_edit_history_visibility_policy' || name === 'topics_policy') return Type.Integer();
  return value.type === 'string' ? Type.Literal('updated') : value;
}

const reports = Object.fromEntries([
  ...Object.entries(REALM_SETTING_SCHEMAS).map(([name, value]) => [name, Type.Optional(reportSchema(name, value))]),
  ...Object.keys(REALM_PERMISSION_SETTINGS).map((name) => [name, Type.Optional(GroupSettingValueSchema)]),
]);

/** What is absent stays as it is (organization.md 4). */
export const updateRealm = defineEndpoint({
  method: 'PATCH',
  path: 'realm',
  tag: 'Organization',
  summary: 'Update the organization',
  description:
    'Only what is sent is looked at. Texts that changed are reported as `updated`, everything else as its new value.',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.users.v1.realm.update',
  idempotent: true,
  params: {
    authentication_methods: json(Type.Record(Type.String(), Type.Boolean()), {
      optional: true,
      doc: 'Backends to switch on and off. Owners only.',
    }),
    string_id: text({ optional: true, maxLength: 40, doc: 'New subdomain of a demo organization. Owners only.' }),
    ...realmPermissionParams,
    ...realmSettingParams,
    giphy_rating: integer({ optional: true, deprecated: true, doc: 'Earlier name of `gif_rating_policy`.' }),
  },
  response: Type.Object(
    {
      ...reports,
      authentication_methods: Type.Optional(Type.Record(Type.String(), Type.Boolean())),
      giphy_rating: Type.Optional(Type.Integer({ description: 'Written by the last release.' })),
      string_id: Type.Optional(Type.Literal('updated')),
      realm_uri: Type.Optional(Type.String()),
      realm_url: Type.Optional(Type.String()),
    },
    CLOSED,
  ),
  errors: [
    NOT_OWNER,
    bad("Invalid language 'tlh'"),
    bad('Invalid video_chat_provider 9'),
    bad('Invalid gif_rating_policy 9'),
    bad('jitsi_server_url is not an allowed_type'),
    { code: 'REQUEST_VARIABLE_INVALID', msg: "Bad value for 'message_content_edit_limit_seconds': 0" },
    bad("Invalid authentication method: X. Valid methods are: ['Email']"),
    bad('At least one authentication method must be enabled.'),
    bad('You could not sign in any more. Keep one of your own ways to sign in.'),
    bad('Invalid channel ID'),
    bad('Moderation request channel must be private.'),
    { code: 'EXPECTATION_MISMATCH', msg: "'old' value does not match the expected value." },
    { code: 'SYSTEM_GROUP_REQUIRED', msg: "'can_access_all_users_group' must be a system user group." },
    bad("'can_create_groups' setting cannot be set to 'role:everyone' group."),
    bad('Invalid user group'),
    bad('Invalid user group ID: 99'),
    bad('Invalid user ID: 99'),
    bad('User group is deactivated.'),
    bad("'workplace_users_group' must be a group whose membership can only be managed by organization administrators."),
    bad('Must be a demo organization.'),
  ],
});
export type UpdateRealmRequest = RequestOf<typeof updateRealm>;

/** Nobody can use the organization from then on (organization.md 13). */
export const deactivateRealm = defineEndpoint({
  method: 'POST',
  path: 'realm/deactivate',
  tag: 'Organization',
  summary: 'Deactivate the organization',
  description: 'Nobody can use it from then on.',
  auth: 'user',
  guard: 'owner',
  subject: 'rpc.users.v1.realm.deactivate',
  params: {
    deletion_delay_days: integer({
      optional: true,
      nullable: true,
      max: 100_000,
      doc: 'Days after which the data is deleted; null keeps it.',
    }),
  },
  response: EmptyResponseSchema,
  errors: [bad('Data deletion time must be at least 14 days in the future.')],
});
