import { type TSchema, Type } from '@sinclair/typebox';
import { REALM_PERMISSION_SETTINGS } from '@stoa/policy';
import { REALM_SETTING_SCHEMAS } from '../organization/realm-settings';
import { GroupSettingValueSchema } from '../users/group-object';
import { CLOSED, Nullable } from '../rpc/nullable';
import { AuthenticationMethodsSchema } from '../users/realm-state.schema';

const id = Type.Integer();
const text = Type.Optional(Type.String());
/** What the push relay says about the organization (push.md 7.4). */
const RELAY_PROPERTIES = ['push_notifications_enabled', 'push_notifications_enabled_end_timestamp'];
/** What the last release calls `gif_rating_policy`. */
const FORMER_PROPERTIES = ['giphy_rating'];
const channel = Type.Optional(Type.Integer());

/** The same schema under each name. */
function ofEach<K extends string, S extends TSchema>(names: Record<K, unknown>, schema: S): Record<K, S>;
function ofEach(names: object, schema: TSchema): Record<string, TSchema> {
  return Object.fromEntries(Object.keys(names).map((name) => [name, schema]));
}

/** One setting of the organization changed (organization.md 4.7); the value is what `realm_<property>` becomes. */
export const RealmUpdateEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('realm'),
    op: Type.Literal('update'),
    property: Type.Union(
      [...Object.keys(REALM_SETTING_SCHEMAS), ...RELAY_PROPERTIES, ...FORMER_PROPERTIES].map((name) =>
        Type.Literal(name),
      ),
    ),
    value: Type.Union([Type.Boolean(), Type.Integer(), Type.String(), Type.Null()]),
  },
  CLOSED,
);

/** Settings that go by another form of event; for the icon and logos `property` names them. */
export const RealmUpdateDictEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('realm'),
    op: Type.Literal('update_dict'),
    property: Type.Union((['default', 'icon', 'logo', 'night_logo'] as const).map((name) => Type.Literal(name))),
    data: Type.Object(
      {
        allow_message_editing: Type.Optional(Type.Boolean()),
        message_content_edit_limit_seconds: Type.Optional(Nullable(Type.Integer())),
        topics_policy: text,
        description: text,
        rendered_description: text,
        mandatory_topics: Type.Optional(Type.Boolean()),
        authentication_methods: Type.Optional(AuthenticationMethodsSchema),
        icon_source: text,
        icon_url: text,
        logo_source: text,
        logo_url: text,
        night_logo_source: text,
        night_logo_url: text,
        new_stream_announcements_stream_id: channel,
        signup_announcements_stream_id: channel,
        zulip_update_announcements_stream_id: channel,
        moderation_request_channel_id: channel,
        ...ofEach(REALM_PERMISSION_SETTINGS, Type.Optional(GroupSettingValueSchema)),
      },
      { ...CLOSED, minProperties: 1 },
    ),
  },
  CLOSED,
);

/** The organization was deactivated: only to end polls that are held. */
export const RealmDeactivatedEventSchema = Type.Object(
  { id, type: Type.Literal('realm'), op: Type.Literal('deactivated'), realm_id: Type.Integer() },
  CLOSED,
);
