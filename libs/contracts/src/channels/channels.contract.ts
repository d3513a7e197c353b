import { Static, Type } from '@sinclair/typebox';
import { defineRpc } from '../rpc/define-rpc';
import { GroupSettingUpdateSchema } from '../users/group-object';
import { CLOSED, Nullable } from '../users/nullable';
import { ChannelSchema } from './channel-object';
import { NewChannelSettingsSchema } from './subscriptions.contract';

const ChannelRequestSchema = Type.Object({ channelId: Type.Integer() });
const NothingSchema = Type.Object({}, CLOSED);

/** `GET /streams/{stream_id}` (channels.md 5.2). */
export const getChannel = defineRpc({
  subject: 'rpc.messages.v1.channels.get',
  request: ChannelRequestSchema,
  response: Type.Object({ stream: ChannelSchema }, CLOSED),
  idempotent: true,
});

/** `GET /get_stream_id` (channels.md 5.3). */
export const getChannelId = defineRpc({
  subject: 'rpc.messages.v1.channels.find',
  request: Type.Object({ name: Type.String() }),
  response: Type.Object({ stream_id: Type.Integer() }, CLOSED),
  idempotent: true,
});

/** `GET /streams/{stream_id}/members` (channels.md 5.4). */
export const getChannelMembers = defineRpc({
  subject: 'rpc.messages.v1.channels.members',
  request: ChannelRequestSchema,
  response: Type.Object({ subscribers: Type.Array(Type.Integer()) }, CLOSED),
  idempotent: true,
});

/** `GET /streams/{stream_id}/email_address` (channels.md 5.8). */
export const getChannelEmailAddress = defineRpc({
  subject: 'rpc.messages.v1.channels.email-address',
  request: Type.Object({
    channelId: Type.Integer(),
    /** Who will be the sender; null: the email gateway's bot. */
    senderId: Nullable(Type.Integer()),
  }),
  response: Type.Object({ email: Type.String({ description: 'Empty without an email gateway.' }) }, CLOSED),
  idempotent: true,
});

/** `POST /channels/create` (channels.md 6). */
export const createChannel = defineRpc({
  subject: 'rpc.messages.v1.channels.create',
  request: Type.Object({
    name: Type.String(),
    description: Type.String(),
    subscribers: Type.Array(Type.Integer()),
    announce: Type.Boolean(),
    settings: NewChannelSettingsSchema,
  }),
  response: Type.Object({ id: Type.Integer({ description: 'ID of the new channel.' }) }, CLOSED),
  timeoutMs: 30_000,
  idempotent: false,
});

/** What of a channel may change (channels.md 8.1); what is absent stays. */
export const ChannelChangesSchema = Type.Object({
  name: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  isPrivate: Type.Optional(Type.Boolean()),
  isWebPublic: Type.Optional(Type.Boolean()),
  historyPublicToSubscribers: Type.Optional(Type.Boolean()),
  isDefaultChannel: Type.Optional(Type.Boolean()),
  /** Positive number, `unlimited` or `realm_default`. */
  messageRetentionDays: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
  isArchived: Type.Optional(Type.Boolean()),
  topicsPolicy: Type.Optional(Type.String()),
  /** Null: out of its folder. */
  folderId: Type.Optional(Nullable(Type.Integer())),
  /** By setting name. */
  groupSettings: Type.Record(Type.String(), GroupSettingUpdateSchema),
});
export type ChannelChanges = Static<typeof ChannelChangesSchema>;

/** `PATCH /streams/{stream_id}` (channels.md 8.1, 8.2, 8.4). */
export const updateChannel = defineRpc({
  subject: 'rpc.messages.v1.channels.update',
  request: Type.Object({ channelId: Type.Integer(), changes: ChannelChangesSchema }),
  response: NothingSchema,
  timeoutMs: 30_000,
  idempotent: false,
});

/** `DELETE /streams/{stream_id}` (channels.md 8.3). */
export const archiveChannel = defineRpc({
  subject: 'rpc.messages.v1.channels.archive',
  request: ChannelRequestSchema,
  response: NothingSchema,
  timeoutMs: 30_000,
  idempotent: false,
});
