import { TProperties, Type } from '@sinclair/typebox';
import { REALM_PERMISSION_SETTINGS, RealmPermissionSetting, SERVER_SUPPORTED_PERMISSION_SETTINGS } from '@stoa/policy';
import { LinkifierSchema } from '../organization/list-objects';
import { REALM_SETTING_SCHEMAS } from '../organization/realm-settings';
import { GroupSettingValueSchema } from './group-object';
import { CLOSED, Nullable } from '../rpc/nullable';

const boolean = Type.Boolean();
const integer = Type.Integer();
const text = Type.String();

type Prefixed<P extends TProperties> = { [K in keyof P & string as `realm_${K}`]: P[K] };

function prefixed<P extends TProperties>(schemas: P): Prefixed<P> {
  // A mapped object has the keys of what it is made of, which only its type tells.
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [`realm_${name}`, schema])) as Prefixed<P>;
}

const permissionSchemas = Object.fromEntries(
  Object.keys(REALM_PERMISSION_SETTINGS).map((name) => [name, GroupSettingValueSchema]),
) as Record<RealmPermissionSetting, typeof GroupSettingValueSchema>;

/** Backend name to its state (organization.md 4.5). */
export const AuthenticationMethodsSchema = Type.Record(
  text,
  Type.Object({ enabled: boolean, available: boolean, unavailable_reason: Type.Optional(text) }, CLOSED),
);

const NamedChoiceSchema = Type.Object({ name: text, id: integer }, CLOSED);

const PermissionTableSchema = Type.Record(
  text,
  Type.Object(
    {
      require_system_group: boolean,
      allow_internet_group: boolean,
      allow_nobody_group: boolean,
      allow_everyone_group: boolean,
      default_group_name: text,
      default_for_system_groups: Nullable(text),
      allowed_system_groups: Type.Array(text),
    },
    CLOSED,
  ),
);

const realm = {
  realm_service_update_announcements_stream_id: integer,
  realm_url: text,
  realm_uri: text,
  realm_date_created: integer,
  realm_icon_url: text,
  realm_icon_source: text,
  realm_logo_url: text,
  realm_logo_source: text,
  realm_night_logo_url: text,
  realm_night_logo_source: text,
  realm_authentication_methods: AuthenticationMethodsSchema,
  realm_email_auth_enabled: boolean,
  realm_password_auth_enabled: boolean,
  realm_bot_domain: text,
  realm_plan_type: integer,
  zulip_plan_is_not_limited: boolean,
  service_plan_is_not_limited: boolean,
  upgrade_text_for_wide_organization_logo: text,
  realm_presence_disabled: boolean,
  realm_upload_quota_mib: Nullable(integer),
  realm_push_notifications_enabled: boolean,
  realm_push_notifications_enabled_end_timestamp: Nullable(integer),
  realm_owner_full_content_access: boolean,
  realm_uuid: text,
  realm_available_video_chat_providers: Type.Record(text, NamedChoiceSchema),
  realm_default_external_accounts: Type.Record(
    text,
    Type.Object({ text, name: text, hint: text, url_pattern: text }, CLOSED),
  ),
  realm_empty_topic_display_name: text,
  realm_mandatory_topics: boolean,
  realm_allow_edit_history: boolean,
  realm_create_public_stream_policy: integer,
  realm_create_private_stream_policy: integer,
  realm_create_web_public_stream_policy: integer,
  realm_wildcard_mention_policy: integer,
  demo_organization_scheduled_deletion_date: integer,
};

const server = {
  max_logo_file_size_mib: integer,
  max_file_upload_size_mib: integer,
  max_avatar_file_size_mib: integer,
  max_icon_file_size_mib: integer,
  jitsi_server_url: Nullable(text),
  server_jitsi_server_url: Nullable(text),
  gif_rating_policy_options: Type.Record(text, NamedChoiceSchema),
  server_report_message_types: Type.Array(Type.Object({ key: text, name: text }, CLOSED)),
  server_supported_permission_settings: Type.Object(
    Object.fromEntries(Object.keys(SERVER_SUPPORTED_PERMISSION_SETTINGS).map((area) => [area, PermissionTableSchema])),
    CLOSED,
  ),
  server_generation: integer,
  development_environment: boolean,
  server_needs_upgrade: boolean,
  event_queue_longpoll_timeout_seconds: integer,
  password_min_length: integer,
  password_max_length: integer,
  password_min_guesses: integer,
  max_message_length: integer,
  max_topic_length: integer,
  max_stream_name_length: integer,
  max_stream_description_length: integer,
  max_channel_folder_name_length: integer,
  max_channel_folder_description_length: integer,
  max_reminder_note_length: integer,
  max_bulk_new_subscription_messages: integer,
  server_inline_image_preview: boolean,
  server_inline_url_embed_preview: boolean,
  server_avatar_changes_disabled: boolean,
  server_name_changes_disabled: boolean,
  server_web_public_streams_enabled: boolean,
  server_can_summarize_topics: boolean,
  server_thumbnail_formats: Type.Array(
    Type.Object({ name: text, max_width: integer, max_height: integer, format: text, animated: boolean }, CLOSED),
  ),
  server_emoji_data_url: text,
  server_presence_ping_interval_seconds: integer,
  server_presence_offline_threshold_seconds: integer,
  server_typing_started_expiry_period_milliseconds: integer,
  server_typing_stopped_wait_period_milliseconds: integer,
  server_typing_started_wait_period_milliseconds: integer,
  server_min_deactivated_realm_deletion_days: Nullable(integer),
  server_max_deactivated_realm_deletion_days: Nullable(integer),
  settings_send_digest_emails: boolean,
};

const configured = {
  realm_domains: Type.Array(Type.Object({ domain: text, allow_subdomains: boolean }, CLOSED)),
  realm_emoji: Type.Record(
    text,
    Type.Object(
      {
        id: text,
        name: text,
        source_url: text,
        still_url: Nullable(text),
        deactivated: boolean,
        author_id: Nullable(integer),
      },
      CLOSED,
    ),
  ),
  realm_linkifiers: Type.Array(LinkifierSchema),
  realm_filters: Type.Array(Type.Never()),
  realm_playgrounds: Type.Array(
    Type.Object({ id: integer, name: text, pygments_language: text, url_template: text }, CLOSED),
  ),
  custom_profile_fields: Type.Array(
    Type.Object(
      {
        id: integer,
        name: text,
        type: integer,
        hint: text,
        field_data: text,
        order: integer,
        required: boolean,
        editable_by_user: boolean,
        display_in_profile_summary: Type.Optional(Type.Literal(true)),
        use_for_user_matching: Type.Optional(Type.Literal(true)),
      },
      CLOSED,
    ),
  ),
  custom_profile_field_types: Type.Record(text, NamedChoiceSchema),
};

/** Everything that POST /register says of the organization and the server (organization.md 4.8). */
export const realmStateProperties = {
  ...prefixed(REALM_SETTING_SCHEMAS),
  ...prefixed(permissionSchemas),
  ...realm,
  ...server,
  ...configured,
};
