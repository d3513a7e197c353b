import { Static, Type } from '@sinclair/typebox';

const Nullable = <T extends Parameters<typeof Type.Optional>[0]>(schema: T) => Type.Union([schema, Type.Null()]);

/** Who has a permission: a named group, or users and groups listed (users.md 15). */
export const GroupSettingValueSchema = Type.Union([
  Type.Integer(),
  Type.Object(
    { direct_members: Type.Array(Type.Integer()), direct_subgroups: Type.Array(Type.Integer()) },
    { additionalProperties: false },
  ),
]);
export type GroupSettingValue = Static<typeof GroupSettingValueSchema>;

/** The permission settings of a channel at the advertised level, in the order in which changes are applied. */
export const CHANNEL_GROUP_SETTINGS = [
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_move_messages_out_of_channel_group',
  'can_move_messages_within_channel_group',
  'can_remove_subscribers_group',
  'can_send_message_group',
  'can_subscribe_group',
  'can_resolve_topics_group',
] as const;
export type ChannelGroupSetting = (typeof CHANNEL_GROUP_SETTINGS)[number];

const channelProperties = {
  stream_id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  rendered_description: Type.String(),
  date_created: Type.Integer(),
  creator_id: Nullable(Type.Integer()),
  invite_only: Type.Boolean(),
  is_web_public: Type.Boolean(),
  history_public_to_subscribers: Type.Boolean(),
  is_archived: Type.Boolean(),
  message_retention_days: Nullable(Type.Integer()),
  topics_policy: Type.Union([
    Type.Literal('inherit'),
    Type.Literal('allow_empty_topic'),
    Type.Literal('disable_empty_topic'),
    Type.Literal('empty_topic_only'),
  ]),
  first_message_id: Nullable(Type.Integer()),
  folder_id: Nullable(Type.Integer()),
  is_recently_active: Type.Boolean(),
  stream_weekly_traffic: Nullable(Type.Integer()),
  subscriber_count: Type.Integer(),
  stream_post_policy: Type.Integer(),
  is_announcement_only: Type.Boolean(),
  can_add_subscribers_group: GroupSettingValueSchema,
  can_administer_channel_group: GroupSettingValueSchema,
  can_delete_any_message_group: GroupSettingValueSchema,
  can_delete_own_message_group: GroupSettingValueSchema,
  can_move_messages_out_of_channel_group: GroupSettingValueSchema,
  can_move_messages_within_channel_group: GroupSettingValueSchema,
  can_remove_subscribers_group: GroupSettingValueSchema,
  can_resolve_topics_group: GroupSettingValueSchema,
  can_send_message_group: GroupSettingValueSchema,
  can_subscribe_group: GroupSettingValueSchema,
};

/** A channel (channels.md 3.1): exactly these keys, because deployed clients refuse others. */
export const ChannelSchema = Type.Object(
  { ...channelProperties, is_default: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
);
export type ChannelObject = Static<typeof ChannelSchema>;

/** A user's subscription: the channel and the personal fields (channels.md 3.2). */
export const SubscriptionSchema = Type.Object(
  {
    ...channelProperties,
    color: Type.String(),
    is_muted: Type.Boolean(),
    in_home_view: Type.Boolean(),
    pin_to_top: Type.Boolean(),
    desktop_notifications: Nullable(Type.Boolean()),
    audible_notifications: Nullable(Type.Boolean()),
    push_notifications: Nullable(Type.Boolean()),
    email_notifications: Nullable(Type.Boolean()),
    wildcard_mentions_notify: Nullable(Type.Boolean()),
    subscribers: Type.Optional(Type.Array(Type.Integer())),
    partial_subscribers: Type.Optional(Type.Array(Type.Integer())),
  },
  { additionalProperties: false },
);
export type SubscriptionObject = Static<typeof SubscriptionSchema>;
