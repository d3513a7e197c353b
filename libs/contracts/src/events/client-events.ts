import { TSchema, Type } from '@sinclair/typebox';
import { ChannelSchema, SubscriptionSchema } from '../channels/channel-object';
import { CLOSED, Nullable } from '../users/nullable';
import { MessageSchema } from './message.event';
import {
  RealmBotApiKeyEventSchema,
  RealmUserAddEventSchema,
  SubscriptionPeerEventSchema,
  UserGroupAddMembersEventSchema,
} from './user.events';

const id = Type.Integer();
const ids = Type.Array(Type.Integer());

/** A message as one queue gets it (realtime.md 6.4); the local id only in the queue that the sender named. */
export const MessageEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('message'),
    message: MessageSchema,
    flags: Type.Array(Type.String()),
    local_message_id: Type.Optional(Type.String()),
    local_id: Type.Optional(Type.String()),
  },
  CLOSED,
);

/** Keeps a poll alive (realtime.md 3). */
export const HeartbeatEventSchema = Type.Object({ id, type: Type.Literal('heartbeat') }, CLOSED);

const flagsProperties = {
  id,
  type: Type.Literal('update_message_flags'),
  flag: Type.String(),
  messages: ids,
  all: Type.Boolean(),
};
const unreadDetails = Type.Object(
  {
    type: Type.Union([Type.Literal('private'), Type.Literal('stream')]),
    mentioned: Type.Optional(Type.Literal(true)),
    user_ids: Type.Optional(ids),
    stream_id: Type.Optional(Type.Integer()),
    topic: Type.Optional(Type.String()),
    unmuted_stream_msg: Type.Optional(Type.Boolean()),
  },
  CLOSED,
);

/** The user's own flags changed (messages.md 11). */
export const FlagsAddedEventSchema = Type.Object(
  { ...flagsProperties, op: Type.Literal('add'), operation: Type.Literal('add') },
  CLOSED,
);
export const FlagsRemovedEventSchema = Type.Object(
  {
    ...flagsProperties,
    op: Type.Literal('remove'),
    operation: Type.Literal('remove'),
    message_details: Type.Optional(Type.Record(Type.String(), unreadDetails)),
  },
  CLOSED,
);

/** A channel that the user may now see (channels.md 13.1). */
export const ChannelCreateEventSchema = Type.Object(
  { id, type: Type.Literal('stream'), op: Type.Literal('create'), streams: Type.Array(ChannelSchema) },
  CLOSED,
);

/** Channels that are gone for the user (channels.md 13.1). */
export const ChannelDeleteEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('stream'),
    op: Type.Literal('delete'),
    streams: Type.Array(Type.Object({ stream_id: Type.Integer() }, CLOSED)),
    stream_ids: ids,
  },
  CLOSED,
);

/** A property of a channel changed (channels.md 13.1). */
export const ChannelUpdateEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('stream'),
    op: Type.Literal('update'),
    stream_id: Type.Integer(),
    name: Type.String(),
    property: Type.String(),
    value: Type.Unknown(),
    rendered_description: Type.Optional(Type.String()),
    history_public_to_subscribers: Type.Optional(Type.Boolean()),
    is_web_public: Type.Optional(Type.Boolean()),
  },
  CLOSED,
);

/** The user was subscribed (channels.md 13.2). */
export const SubscriptionAddEventSchema = Type.Object(
  { id, type: Type.Literal('subscription'), op: Type.Literal('add'), subscriptions: Type.Array(SubscriptionSchema) },
  CLOSED,
);

/** The user was unsubscribed (channels.md 13.2). */
export const SubscriptionRemoveEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('subscription'),
    op: Type.Literal('remove'),
    subscriptions: Type.Array(Type.Object({ stream_id: Type.Integer(), name: Type.String() }, CLOSED)),
  },
  CLOSED,
);

/** The channels that new accounts are subscribed to (channels.md 13.3). */
export const DefaultChannelsEventSchema = Type.Object(
  { id, type: Type.Literal('default_streams'), default_streams: ids },
  CLOSED,
);

/** The user's policy for a topic; 0 = none (channels.md 13.3). */
export const UserTopicEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('user_topic'),
    stream_id: Type.Integer(),
    topic_name: Type.String(),
    last_updated: Type.Integer(),
    visibility_policy: Type.Integer({ minimum: 0, maximum: 3 }),
  },
  CLOSED,
);

/** All topics that the user muted: channel's name, topic, time (channels.md 13.3, older clients). */
export const MutedTopicsEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('muted_topics'),
    muted_topics: Type.Array(Type.Tuple([Type.String(), Type.String(), Type.Integer()])),
  },
  CLOSED,
);

/** A bot that the user owns or administers (users.md 13, 19). */
export const RealmBotAddEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('realm_bot'),
    op: Type.Literal('add'),
    bot: Type.Object(
      {
        user_id: Type.Integer(),
        email: Type.String(),
        full_name: Type.String(),
        bot_type: Type.Integer(),
        is_active: Type.Boolean(),
        api_key: Type.String(),
        avatar_url: Nullable(Type.String()),
        owner_id: Type.Optional(Type.Integer()),
        default_sending_stream: Nullable(Type.String()),
        default_events_register_stream: Nullable(Type.String()),
        default_all_public_streams: Type.Boolean(),
        services: Type.Array(Type.Record(Type.String(), Type.Unknown())),
      },
      CLOSED,
    ),
  },
  CLOSED,
);

/** Every event that a queue may deliver so far, one schema per type and operation. */
export const CLIENT_EVENT_SCHEMAS: readonly TSchema[] = [
  MessageEventSchema,
  HeartbeatEventSchema,
  FlagsAddedEventSchema,
  FlagsRemovedEventSchema,
  ChannelCreateEventSchema,
  ChannelDeleteEventSchema,
  ChannelUpdateEventSchema,
  SubscriptionAddEventSchema,
  SubscriptionRemoveEventSchema,
  SubscriptionPeerEventSchema,
  DefaultChannelsEventSchema,
  UserTopicEventSchema,
  MutedTopicsEventSchema,
  RealmUserAddEventSchema,
  UserGroupAddMembersEventSchema,
  RealmBotAddEventSchema,
  RealmBotApiKeyEventSchema,
];
