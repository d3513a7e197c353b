import { TBoolean, TInteger, TOptional, TSchema, TString, Type } from '@sinclair/typebox';

type SettingKind = 'boolean' | 'integer' | 'string';

/** A personal setting (users.md 8). The name is the column, the parameter, the register key and the event's property. */
export interface UserSetting<Name extends string = string, Kind extends SettingKind = SettingKind> {
  readonly name: Name;
  readonly kind: Kind;
  /** Closed set of values, if there is one. */
  readonly values?: readonly (number | string)[];
  /** Whether an organization sets a default that `PATCH /realm/user_settings_defaults` changes (column R). */
  readonly inRealmDefaults: boolean;
  /** Also sent at the top level and as a legacy event to clients without `user_settings_object` (column L). */
  readonly legacy?: 'display' | 'notification';
}

type Legacy = UserSetting['legacy'];
const flag = <N extends string>(name: N, legacy?: Legacy, inRealmDefaults = true): UserSetting<N, 'boolean'> => ({
  name,
  kind: 'boolean',
  inRealmDefaults,
  legacy,
});
const choice = <N extends string>(name: N, values: readonly number[], legacy?: Legacy): UserSetting<N, 'integer'> => ({
  name,
  kind: 'integer',
  values,
  inRealmDefaults: true,
  legacy,
});
const number = <N extends string>(name: N, legacy?: Legacy): UserSetting<N, 'integer'> => ({
  name,
  kind: 'integer',
  inRealmDefaults: true,
  legacy,
});
const text = <N extends string>(
  name: N,
  values?: readonly string[],
  legacy?: Legacy,
  inRealmDefaults = true,
): UserSetting<N, 'string'> => ({
  name,
  kind: 'string',
  values,
  inRealmDefaults,
  legacy,
});

const THREE = [1, 2, 3] as const;
const FOUR = [1, 2, 3, 4] as const;

/** Every personal setting of the baseline, `timezone` apart (an account field with the same events). */
export const USER_SETTINGS = [
  flag('twenty_four_hour_time', 'display'),
  choice('color_scheme', THREE, 'display'),
  text('default_language', undefined, 'display', false),
  text('web_home_view', ['recent', 'inbox', 'all_messages'], 'display'),
  flag('web_escape_navigates_to_home_view'),
  text('emojiset', ['google', 'twitter', 'text'], 'display'),
  choice('demote_inactive_streams', THREE, 'display'),
  flag('enable_drafts_synchronization', 'display'),
  flag('enter_sends', 'display'),
  flag('fluid_layout_width', 'display'),
  flag('high_contrast_mode', 'display'),
  flag('left_side_userlist', 'display'),
  flag('starred_message_counts', 'display'),
  flag('translate_emoticons', 'display'),
  flag('display_emoji_reaction_users'),
  choice('web_mark_read_on_scroll_policy', THREE),
  choice('web_channel_default_view', FOUR),
  number('web_font_size_px'),
  number('web_line_height_percent'),
  text('web_animate_image_previews', ['always', 'on_hover', 'never']),
  flag('web_navigate_to_sent_message'),
  choice('web_stream_unreads_count_display_policy', THREE),
  flag('web_suggest_update_timezone'),
  flag('web_left_sidebar_unreads_count_summary'),
  flag('web_left_sidebar_show_channel_folders'),
  flag('web_inbox_show_channel_folders'),
  choice('user_list_style', THREE),
  flag('hide_ai_features'),
  flag('receives_typing_notifications'),
  flag('send_private_typing_notifications'),
  flag('send_stream_typing_notifications'),
  flag('send_read_receipts'),
  flag('allow_private_data_export', undefined, false),
  choice('email_address_visibility', [1, 2, 3, 4, 5]),
  flag('presence_enabled', 'notification'),
  flag('enable_stream_desktop_notifications', 'notification'),
  flag('enable_stream_email_notifications', 'notification'),
  flag('enable_stream_push_notifications', 'notification'),
  flag('enable_stream_audible_notifications', 'notification'),
  text('notification_sound', undefined, 'notification'),
  flag('enable_desktop_notifications', 'notification'),
  flag('enable_sounds', 'notification'),
  flag('enable_offline_email_notifications', 'notification'),
  flag('enable_offline_push_notifications', 'notification'),
  flag('enable_online_push_notifications', 'notification'),
  flag('enable_digest_emails', 'notification'),
  flag('enable_login_emails', 'notification', false),
  flag('enable_marketing_emails', 'notification', false),
  flag('message_content_in_email_notifications', 'notification'),
  flag('pm_content_in_desktop_notifications', 'notification'),
  flag('wildcard_mentions_notify', 'notification'),
  choice('desktop_icon_count_display', FOUR, 'notification'),
  choice('realm_name_in_email_notifications_policy', THREE, 'notification'),
  number('email_notifications_batching_period_seconds', 'notification'),
  flag('enable_followed_topic_desktop_notifications'),
  flag('enable_followed_topic_email_notifications'),
  flag('enable_followed_topic_push_notifications'),
  flag('enable_followed_topic_audible_notifications'),
  flag('enable_followed_topic_wildcard_mentions_notify'),
  choice('automatically_follow_topics_policy', FOUR),
  choice('automatically_unmute_topics_in_muted_streams_policy', FOUR),
  flag('automatically_follow_topics_where_mentioned'),
  text('resolved_topic_notice_auto_read_policy', ['always', 'except_followed', 'never']),
] as const;
export type UserSettingName = (typeof USER_SETTINGS)[number]['name'];

/** Earlier names of values, which the database has and parameters take beside the present ones. */
const FORMER_VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  web_home_view: { recent_topics: 'recent' },
};

/** Values that a parameter takes though no client sees them. */
export function formerValues(name: string): readonly string[] {
  return Object.keys(FORMER_VALUES[name] ?? {});
}

/** A stored value as clients see it: of a value that was renamed the present name (docs/decisions/042). */
export function shownSetting<Value>(name: string, value: Value): Value | string {
  return typeof value === 'string' ? (FORMER_VALUES[name]?.[value] ?? value) : value;
}

/** A value as it is stored: the name that the last release knows too. */
export function storedSetting(name: string, value: SettingValue): SettingValue {
  const former = Object.entries(FORMER_VALUES[name] ?? {}).find(([, present]) => present === value);
  return former?.[0] ?? value;
}

export type SettingValue = boolean | number | string;
export type SettingValues = Record<string, SettingValue>;

/** Offered with the settings (users.md 8). */
export const EMOJISET_CHOICES = [
  { key: 'google', text: 'Google' },
  { key: 'twitter', text: 'Twitter' },
  { key: 'text', text: 'Plain text' },
] as const;

export const NOTIFICATION_SOUNDS: readonly string[] = [
  ...['ascend', 'beep_boop', 'bink', 'bright', 'brlip', 'chime', 'deep tom', 'ding', 'double tap', 'down'],
  ...['dry bongos', 'dutdut', 'fast ascend', 'flute', 'friendly', 'kick roll', 'loud tintong', 'metallic snare'],
  ...['pan', 'shaker', 'simple', 'stairs', 'subtle', 'swish', 'tintong', 'up', 'wood block', 'zaping', 'zing'],
  'zulip',
];

const EmojisetChoicesSchema = Type.Array(
  Type.Object({ key: Type.String(), text: Type.String() }, { additionalProperties: false }),
);
const SoundsSchema = Type.Array(Type.String());

function valueSchema(setting: UserSetting): TSchema {
  if (setting.kind === 'boolean') return Type.Boolean();
  if (setting.values) return Type.Union(setting.values.map((value) => Type.Literal(value)));
  return setting.kind === 'integer' ? Type.Integer() : Type.String();
}

interface SchemaOfKind {
  boolean: TBoolean;
  integer: TInteger;
  string: TString;
}
type SchemasOf<S extends UserSetting> = { [E in S as E['name']]: SchemaOfKind[E['kind']] };

function schemaOf<S extends UserSetting>(settings: readonly S[]): SchemasOf<S> {
  // The names of a list of settings are keys that only the type of the list tells.
  return Object.fromEntries(settings.map((setting) => [setting.name, valueSchema(setting)])) as SchemasOf<S>;
}

/** `realm_user_settings_defaults`: every setting but the time zone. */
export const UserSettingsDefaultsSchema = Type.Object(
  { ...schemaOf(USER_SETTINGS), emojiset_choices: EmojisetChoicesSchema, available_notification_sounds: SoundsSchema },
  { additionalProperties: false },
);

/** `user_settings` of POST /register (realtime.md 2.7). */
export const UserSettingsSchema = Type.Object(
  {
    ...schemaOf(USER_SETTINGS),
    timezone: Type.String(),
    emojiset_choices: EmojisetChoicesSchema,
    available_notification_sounds: SoundsSchema,
  },
  { additionalProperties: false },
);

/** Legacy top-level settings of clients without `user_settings_object` (realtime.md 2.8); each may be absent. */
export const LEGACY_SETTINGS_SCHEMAS: Record<string, TOptional<TSchema>> = Object.fromEntries(
  Object.entries({
    ...schemaOf(USER_SETTINGS.filter((setting) => setting.legacy !== undefined)),
    timezone: Type.String(),
    emojiset_choices: EmojisetChoicesSchema,
    available_notification_sounds: SoundsSchema,
  }).map(([name, schema]) => [name, Type.Optional(schema)]),
);
