import { Type } from '@sinclair/typebox';
import {
  ChannelFolderSchema,
  ChannelSchema,
  DefaultChannelGroupSchema,
  SubscriptionSchema,
} from '../channels/channel-object';
import { GroupSettingValueSchema } from '../users/group-object';
import { CLOSED } from '../rpc/nullable';

const id = Type.Integer();

/** A channel exists, or became visible (channels.md 13.1). */
export const ChannelCreateEventSchema = Type.Object(
  { id, type: Type.Literal('stream'), op: Type.Literal('create'), streams: Type.Array(ChannelSchema) },
  CLOSED,
);

/** Channels are not visible any more. */
export const ChannelDeleteEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('stream'),
    op: Type.Literal('delete'),
    stream_ids: Type.Array(Type.Integer()),
    streams: Type.Array(Type.Object({ stream_id: Type.Integer() }, CLOSED)),
  },
  CLOSED,
);

export const ChannelUpdateEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('stream'),
    op: Type.Literal('update'),
    stream_id: Type.Integer(),
    name: Type.String(),
    property: Type.String(),
    value: Type.Union([Type.String(), Type.Boolean(), GroupSettingValueSchema, Type.Null()]),
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

/** The user was unsubscribed. */
export const SubscriptionRemoveEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('subscription'),
    op: Type.Literal('remove'),
    subscriptions: Type.Array(Type.Object({ stream_id: Type.Integer(), name: Type.String() }, CLOSED)),
  },
  CLOSED,
);

export const DefaultChannelsEventSchema = Type.Object(
  { id, type: Type.Literal('default_streams'), default_streams: Type.Array(Type.Integer()) },
  CLOSED,
);

/** One personal property of a subscription changed (channels.md 13.2). */
export const SubscriptionUpdateEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('subscription'),
    op: Type.Literal('update'),
    stream_id: Type.Integer(),
    property: Type.String(),
    value: Type.Union([Type.Boolean(), Type.String()]),
  },
  CLOSED,
);

/** Every group of default channels, by name (channels.md 13.3). */
export const DefaultChannelGroupsEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('default_stream_groups'),
    default_stream_groups: Type.Array(DefaultChannelGroupSchema),
  },
  CLOSED,
);

export const ChannelFolderAddEventSchema = Type.Object(
  { id, type: Type.Literal('channel_folder'), op: Type.Literal('add'), channel_folder: ChannelFolderSchema },
  CLOSED,
);

/** One attribute of a channel folder changed; a description comes with its rendering. */
export const ChannelFolderUpdateEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('channel_folder'),
    op: Type.Literal('update'),
    channel_folder_id: Type.Integer(),
    data: Type.Object(
      {
        name: Type.Optional(Type.String()),
        description: Type.Optional(Type.String()),
        rendered_description: Type.Optional(Type.String()),
        is_archived: Type.Optional(Type.Boolean()),
      },
      CLOSED,
    ),
  },
  CLOSED,
);

/** The folders' order, by their ids. */
export const ChannelFolderReorderEventSchema = Type.Object(
  { id, type: Type.Literal('channel_folder'), op: Type.Literal('reorder'), order: Type.Array(Type.Integer()) },
  CLOSED,
);
