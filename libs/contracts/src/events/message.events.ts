import { Type } from '@sinclair/typebox';
import { CLOSED } from '../rpc/nullable';
import { CanonicalMessage, MessageSchema } from './message.event';

const id = Type.Integer();

/** A new message, with the receiving user's flags next to it (realtime.md 6.4). */
export const MessageEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('message'),
    message: MessageSchema,
    flags: Type.Array(Type.String()),
    local_message_id: Type.Optional(Type.String({ description: 'Only in the queue named at sending.' })),
    local_id: Type.Optional(Type.String({ description: 'Equal to local_message_id.' })),
  },
  CLOSED,
);

/** Flags and the local echo go with the event (`EventBody`): they differ between the users and queues that get it. */
export type StoredMessageEvent = { type: 'message'; message: CanonicalMessage };

export const HeartbeatEventSchema = Type.Object({ id, type: Type.Literal('heartbeat') }, CLOSED);

/** The service was upgraded while the queue was open (organization.md 16). */
export const RestartEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('restart'),
    zulip_version: Type.String(),
    service_version: Type.String(),
    zulip_feature_level: Type.Integer(),
    service_feature_level: Type.Integer(),
    zulip_merge_base: Type.String(),
    service_merge_base: Type.String(),
    server_generation: Type.Integer(),
  },
  CLOSED,
);

/** Clients whose code comes from the server load it anew. */
export const WebReloadClientEventSchema = Type.Object(
  { id, type: Type.Literal('web_reload_client'), immediate: Type.Boolean() },
  CLOSED,
);

const flagChange = {
  id,
  type: Type.Literal('update_message_flags'),
  flag: Type.String(),
  messages: Type.Array(Type.Integer()),
};

/** A flag was set (messages.md 11). */
export const AddFlagEventSchema = Type.Object(
  { ...flagChange, op: Type.Literal('add'), operation: Type.Literal('add'), all: Type.Boolean() },
  CLOSED,
);

/** What a client needs to count a message as unread again. */
export const UnreadDetailsSchema = Type.Object(
  {
    type: Type.Union([Type.Literal('private'), Type.Literal('stream')]),
    mentioned: Type.Optional(Type.Literal(true)),
    user_ids: Type.Optional(Type.Array(Type.Integer())),
    stream_id: Type.Optional(Type.Integer()),
    topic: Type.Optional(Type.String()),
    unmuted_stream_msg: Type.Optional(Type.Boolean()),
  },
  CLOSED,
);

/** A flag was cleared; for `read` with what became unread. */
export const RemoveFlagEventSchema = Type.Object(
  {
    ...flagChange,
    op: Type.Literal('remove'),
    operation: Type.Literal('remove'),
    all: Type.Literal(false),
    message_details: Type.Optional(Type.Record(Type.String(), UnreadDetailsSchema)),
  },
  CLOSED,
);

/** A topic's visibility policy changed; 0 = removed (channels.md 13.3). */
export const UserTopicEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('user_topic'),
    stream_id: Type.Integer(),
    topic_name: Type.String(),
    last_updated: Type.Integer(),
    visibility_policy: Type.Integer(),
  },
  CLOSED,
);

/** Every muted topic, for clients from before visibility policies. */
export const MutedTopicsEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('muted_topics'),
    muted_topics: Type.Array(Type.Tuple([Type.String(), Type.String(), Type.Integer()])),
  },
  CLOSED,
);
