import { Static, Type } from '@sinclair/typebox';
import { GroupSettingValueSchema } from '../users/group-object';
import { CLOSED, Nullable } from '../rpc/nullable';

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
  topics_policy: Type.String(),
  first_message_id: Nullable(Type.Integer()),
  folder_id: Nullable(Type.Integer()),
  is_recently_active: Type.Boolean(),
  stream_weekly_traffic: Nullable(Type.Integer()),
  subscriber_count: Type.Integer(),
  stream_post_policy: Type.Integer({ description: 'Deprecated mirror of can_send_message_group.' }),
  is_announcement_only: Type.Boolean({ description: 'Deprecated: stream_post_policy is 2.' }),
  can_add_subscribers_group: GroupSettingValueSchema,
  can_administer_channel_group: GroupSettingValueSchema,
  /** The last release leaves it out: everybody. */
  can_create_topic_group: Type.Optional(GroupSettingValueSchema),
  can_delete_any_message_group: GroupSettingValueSchema,
  can_delete_own_message_group: GroupSettingValueSchema,
  can_move_messages_out_of_channel_group: GroupSettingValueSchema,
  can_move_messages_within_channel_group: GroupSettingValueSchema,
  can_remove_subscribers_group: GroupSettingValueSchema,
  can_resolve_topics_group: GroupSettingValueSchema,
  can_send_message_group: GroupSettingValueSchema,
  can_subscribe_group: GroupSettingValueSchema,
};

/** A channel (channels.md 3.1): exactly these keys, because a deployed client refuses others. */
export const ChannelSchema = Type.Object(channelProperties, CLOSED);
export type ChannelObject = Static<typeof ChannelSchema>;

const subscribers = {
  subscribers: Type.Optional(Type.Array(Type.Integer())),
  partial_subscribers: Type.Optional(Type.Array(Type.Integer())),
};

/** A channel of `never_subscribed`: subscribers only if they were asked for. */
export const ChannelWithSubscribersSchema = Type.Object({ ...channelProperties, ...subscribers }, CLOSED);

const personalProperties = {
  color: Type.String(),
  is_muted: Type.Boolean(),
  in_home_view: Type.Boolean({ description: 'Deprecated: not is_muted.' }),
  pin_to_top: Type.Boolean(),
  desktop_notifications: Nullable(Type.Boolean()),
  audible_notifications: Nullable(Type.Boolean()),
  push_notifications: Nullable(Type.Boolean()),
  email_notifications: Nullable(Type.Boolean()),
  wildcard_mentions_notify: Nullable(Type.Boolean()),
};

/** A channel as its subscriber sees it (channels.md 3.2). */
export const SubscriptionSchema = Type.Object({ ...channelProperties, ...personalProperties, ...subscribers }, CLOSED);
export type SubscriptionObject = Static<typeof SubscriptionSchema>;

/** A default-channel group (channels.md 3.4). */
export const DefaultChannelGroupSchema = Type.Object(
  { id: Type.Integer(), name: Type.String(), description: Type.String(), streams: Type.Array(Type.Integer()) },
  CLOSED,
);

/** A channel folder (channels.md 3.3). */
export const ChannelFolderSchema = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    description: Type.String(),
    rendered_description: Type.String(),
    order: Type.Integer(),
    date_created: Type.Integer(),
    creator_id: Nullable(Type.Integer()),
    is_archived: Type.Boolean(),
  },
  CLOSED,
);
