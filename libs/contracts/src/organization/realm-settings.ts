import { TSchema, TUnsafe, Type } from '@sinclair/typebox';
import { Param, boolean, integer, json, oneOf, text } from '@stoa/http-params';
import type { RealmPermissionSetting } from '@stoa/policy';
import { GroupSettingUpdate, GroupSettingUpdateSchema } from '../users/group-object';
import { Nullable } from '../rpc/nullable';

const LARGEST = 2_000_000_000;

/** Seconds or days, or `"unlimited"`: the service checks which number or word it is (organization.md 4.4). */
function limit(doc: string): Param<unknown> {
  return { ...json(Type.Union([Type.Integer(), Type.String()]), { optional: true, doc }), value: Type.Unknown() };
}

/**
 * The simple settings of an organization, in the order of organization.md 4.2, as parameters of `PATCH /realm`. From here
 * follow the names of their columns, their values in the state (`realm_<name>`) and in events.
 */
export const realmSettingParams = {
  name: text({ optional: true, maxLength: 40, doc: 'Name of the organization.' }),
  description: text({ optional: true, maxLength: 1000, doc: 'What it is about, in Markdown.' }),
  org_type: oneOf([0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000], {
    optional: true,
    text: 'short',
    doc: 'Kind of organization.',
  }),
  default_language: text({ optional: true, doc: 'Language of new users and of notices.' }),
  default_code_block_language: text({
    maxLength: 40,
    optional: true,
    doc: 'Language of code blocks that name none; empty for none.',
  }),
  welcome_message_custom_text: text({
    optional: true,
    maxLength: 8000,
    doc: 'What the welcome bot adds for new users.',
  }),
  send_welcome_emails: boolean({ optional: true, doc: 'Whether new users get welcome emails.' }),
  digest_emails_enabled: boolean({ optional: true, doc: 'Whether digests are sent to users who were away.' }),
  digest_weekday: oneOf([0, 1, 2, 3, 4, 5, 6], {
    optional: true,
    text: 'short',
    doc: 'Day of digests; 0 is Monday.',
  }),
  message_content_allowed_in_email_notifications: boolean({ optional: true, doc: 'Whether emails quote messages.' }),
  inline_image_preview: boolean({ optional: true, doc: 'Whether images are shown with messages.' }),
  media_preview_size: oneOf([100, 150, 200], {
    optional: true,
    text: 'short',
    doc: 'Height of previews of images and videos, in percent of the usual one.',
  }),
  inline_url_embed_preview: boolean({ optional: true, doc: 'Whether links are previewed.' }),
  allow_message_editing: boolean({ optional: true, doc: 'Whether messages can be edited.' }),
  message_content_edit_limit_seconds: limit(
    'Seconds for which the content of a message can be edited, or `"unlimited"`.',
  ),
  message_content_delete_limit_seconds: limit('Seconds for which own messages can be deleted, or `"unlimited"`.'),
  move_messages_within_stream_limit_seconds: limit(
    'Seconds for which messages can be moved between topics, or `"unlimited"`.',
  ),
  move_messages_between_streams_limit_seconds: limit(
    'Seconds for which messages can be moved between channels, or `"unlimited"`.',
  ),
  message_edit_history_visibility_policy: oneOf(['all', '"all"', 'moves', '"moves"', 'none', '"none"'], {
    optional: true,
    text: 'short',
    doc: 'What of the edit history is shown.',
  }),
  topics_policy: oneOf(['allow_empty_topic', '"allow_empty_topic"', 'disable_empty_topic', '"disable_empty_topic"'], {
    optional: true,
    text: 'short',
    doc: 'Whether messages may have the empty topic.',
  }),
  message_retention_days: limit('Days after which messages are deleted, or `"unlimited"`. Owners only.'),
  enable_read_receipts: boolean({ optional: true, doc: 'Whether users see who has read a message.' }),
  enable_guest_user_indicator: boolean({ optional: true, doc: 'Whether guests are marked.' }),
  enable_guest_user_dm_warning: boolean({ optional: true, doc: 'Whether direct messages to guests are warned of.' }),
  enable_spectator_access: boolean({ optional: true, doc: 'Whether web-public channels are readable without login.' }),
  want_advertise_in_communities_directory: boolean({
    optional: true,
    doc: 'Whether the organization is listed publicly.',
  }),
  name_changes_disabled: boolean({ optional: true, doc: 'Whether only administrators change names.' }),
  email_changes_disabled: boolean({ optional: true, doc: 'Whether only administrators change addresses.' }),
  default_avatar_source: oneOf(['G', 'J'], {
    optional: true,
    text: 'short',
    doc: 'Avatar of new accounts: `G` by their address at a hosted service, `J` drawn by this one.',
  }),
  avatar_changes_disabled: boolean({ optional: true, doc: 'Whether only administrators change avatars.' }),
  require_unique_names: boolean({ optional: true, doc: 'Whether full names must differ.' }),
  invite_required: boolean({ optional: true, doc: 'Whether one needs an invitation to join. Owners only.' }),
  emails_restricted_to_domains: boolean({
    optional: true,
    doc: 'Whether addresses must be of the allowed domains. Owners only.',
  }),
  disallow_disposable_email_addresses: boolean({
    optional: true,
    doc: 'Whether throw-away addresses are refused. Owners only.',
  }),
  waiting_period_threshold: integer({
    optional: true,
    min: 0,
    max: LARGEST,
    doc: 'Days until a member is a full member. Owners only.',
  }),
  video_chat_provider: integer({ optional: true, doc: 'Provider of video calls.' }),
  jitsi_server_url: text({
    optional: true,
    json: true,
    maxLength: 200,
    doc: 'Jitsi server of the organization, or `"default"`.',
  }),
  gif_rating_policy: integer({
    optional: true,
    doc: 'Rating up to which GIFs are offered; 0 offers none.',
  }),
  require_e2ee_push_notifications: boolean({
    optional: true,
    doc: 'Whether only devices with end-to-end encryption are notified.',
  }),
  require_second_factor: boolean({
    optional: true,
    doc: 'Whether accounts that sign in with a password need another factor. Owners only.',
  }),
  send_channel_events_messages: boolean({
    optional: true,
    doc: 'Whether changes of channels are told in their topic "channel events".',
  }),
  new_stream_announcements_stream_id: integer({
    optional: true,
    doc: 'Channel where new channels are announced; -1 for none.',
  }),
  signup_announcements_stream_id: integer({
    optional: true,
    doc: 'Channel where new users are announced; -1 for none.',
  }),
  zulip_update_announcements_stream_id: integer({
    optional: true,
    alias: ['service_update_announcements_stream_id'],
    doc: 'Channel for news of releases; -1 for none.',
  }),
  moderation_request_channel_id: integer({
    optional: true,
    doc: 'Private channel for reports; -1 for none.',
  }),
};
export type RealmSettingName = keyof typeof realmSettingParams;

/** Settings whose columns have another name, which both releases of a rollout know. */
const COLUMNS: Readonly<Record<string, string>> = { gif_rating_policy: 'giphy_rating' };

/** The column of a simple setting. */
export function realmSettingColumn(name: string): string {
  return COLUMNS[name] ?? name;
}

const UNLIMITED_IS_NULL = Nullable(Type.Integer());
/** Settings that are stored in another form than they are sent in. */
const STORED = {
  message_content_edit_limit_seconds: UNLIMITED_IS_NULL,
  message_content_delete_limit_seconds: UNLIMITED_IS_NULL,
  move_messages_within_stream_limit_seconds: UNLIMITED_IS_NULL,
  move_messages_between_streams_limit_seconds: UNLIMITED_IS_NULL,
  message_retention_days: Type.Integer(),
  jitsi_server_url: Nullable(Type.String()),
} satisfies Partial<Record<RealmSettingName, TSchema>>;

type SettingParams = typeof realmSettingParams;
/** As it is sent, once it is: what may be left out of a request is always in the state. */
type SentSchemas = {
  [K in RealmSettingName]: SettingParams[K] extends Param<infer Value> ? TUnsafe<Exclude<Value, undefined>> : never;
};

/** The value of each setting as it is stored, and as state and events show it. */
export const REALM_SETTING_SCHEMAS: Omit<SentSchemas, keyof typeof STORED> & typeof STORED = {
  ...(Object.fromEntries(
    Object.entries<Param>(realmSettingParams).map(([name, { value }]) => [name, value]),
  ) as SentSchemas),
  ...STORED,
};

function permission(doc: string): Param<GroupSettingUpdate | undefined> {
  return json(GroupSettingUpdateSchema, { optional: true, doc });
}

/** Permission settings, in the order of organization.md 4.3; what each accepts stands in libs/policy. */
export const realmPermissionParams = {
  can_access_all_users_group: permission('Who sees all users.'),
  can_add_custom_emoji_group: permission('Who may add custom emoji.'),
  can_add_subscribers_group: permission('Who may subscribe others.'),
  can_create_bots_group: permission('Who may create bots.'),
  can_create_write_only_bots_group: permission('Who may create bots that only send.'),
  can_create_groups: permission('Who may create user groups. Owners only.'),
  can_create_public_channel_group: permission('Who may create public channels.'),
  can_create_private_channel_group: permission('Who may create private channels.'),
  can_create_web_public_channel_group: permission('Who may create web-public channels.'),
  can_delete_any_message_group: permission('Who may delete any message.'),
  can_delete_own_message_group: permission('Who may delete own messages.'),
  can_invite_users_group: permission('Who may invite by email. Owners only.'),
  create_multiuse_invite_group: permission('Who may make reusable invitation links. Owners only.'),
  can_manage_all_groups: permission('Who may manage all user groups. Owners only.'),
  can_manage_billing_group: permission('Who may manage billing. Owners only.'),
  can_mention_many_users_group: permission('Who may use wildcard mentions in large channels.'),
  can_move_messages_between_channels_group: permission('Who may move messages to other channels.'),
  can_move_messages_between_topics_group: permission('Who may move messages to other topics.'),
  can_resolve_topics_group: permission('Who may resolve topics.'),
  can_set_delete_message_policy_group: permission('Who may set who deletes messages of a channel.'),
  can_set_topics_policy_group: permission('Who may set the topics policy of a channel.'),
  can_summarize_topics_group: permission('Who may summarise topics.'),
  direct_message_initiator_group: permission('Who may begin direct conversations.'),
  direct_message_permission_group: permission('Of whom every direct conversation needs one.'),
  workplace_users_group: permission(
    'Who belongs to the workplace: a system group, or groups whose members only administrators change. It permits nothing.',
  ),
} satisfies Record<RealmPermissionSetting, Param>;

/** Every setting with a plain value or a permission, by name. */
export const REALM_SETTING_NAMES: readonly string[] = [
  ...Object.keys(realmSettingParams),
  ...Object.keys(realmPermissionParams),
];
