import { Static, Type } from '@sinclair/typebox';
import { defineRpc } from '../rpc/define-rpc';
import { GroupSettingValueSchema } from '../users/group-object';
import { ChannelSchema, SubscriptionSchema } from './channel-object';

/** Users by id or by API email; null: the requester. */
const PrincipalsSchema = Type.Union([Type.Array(Type.Integer()), Type.Array(Type.String()), Type.Null()]);
const NamesByUserSchema = Type.Record(Type.String(), Type.Array(Type.String()), {
  description: 'Channel names by user ID as decimal text.',
});

/** Settings of the channels that a call creates (channels.md 6). */
export const NewChannelSettingsSchema = Type.Object({
  inviteOnly: Type.Boolean(),
  isWebPublic: Type.Boolean(),
  isDefaultChannel: Type.Boolean(),
  /** Null: the privacy's default. */
  historyPublicToSubscribers: Type.Union([Type.Boolean(), Type.Null()]),
  /** Positive number, `unlimited` or `realm_default`. */
  messageRetentionDays: Type.Union([Type.Integer(), Type.String()]),
  topicsPolicy: Type.String(),
  folderId: Type.Union([Type.Integer(), Type.Null()]),
  /** By setting name; absent ones get their default. */
  groupSettings: Type.Record(Type.String(), GroupSettingValueSchema),
});
export type NewChannelSettings = Static<typeof NewChannelSettingsSchema>;

/** `POST /users/me/subscriptions` (channels.md 7.1). */
export const subscribe = defineRpc({
  subject: 'rpc.messages.v1.subscriptions.add',
  request: Type.Object({
    subscriptions: Type.Array(
      Type.Object({
        name: Type.String(),
        description: Type.Optional(Type.String()),
        color: Type.Optional(Type.String()),
      }),
    ),
    principals: PrincipalsSchema,
    authorizationErrorsFatal: Type.Boolean(),
    announce: Type.Boolean(),
    sendNewSubscriptionMessages: Type.Boolean(),
    settings: NewChannelSettingsSchema,
  }),
  response: Type.Object(
    {
      subscribed: NamesByUserSchema,
      already_subscribed: NamesByUserSchema,
      unauthorized: Type.Optional(Type.Array(Type.String())),
      new_subscription_messages_sent: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  timeoutMs: 30_000,
  idempotent: true,
});

/** `DELETE /users/me/subscriptions` (channels.md 7.2). */
export const unsubscribe = defineRpc({
  subject: 'rpc.messages.v1.subscriptions.remove',
  request: Type.Object({ subscriptions: Type.Array(Type.String()), principals: PrincipalsSchema }),
  response: Type.Object(
    { removed: Type.Array(Type.String()), not_removed: Type.Array(Type.String()) },
    { additionalProperties: false },
  ),
  timeoutMs: 30_000,
  idempotent: true,
});

/** `GET /users/me/subscriptions` (channels.md 5.6). */
export const listSubscriptions = defineRpc({
  subject: 'rpc.messages.v1.subscriptions.list',
  request: Type.Object({
    includeSubscribers: Type.Union([Type.Literal('true'), Type.Literal('false'), Type.Literal('partial')]),
  }),
  response: Type.Object({ subscriptions: Type.Array(SubscriptionSchema) }, { additionalProperties: false }),
  idempotent: true,
});

/** `is_default` only if asked for. */
const ListedChannelSchema = Type.Object(
  { ...ChannelSchema.properties, is_default: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
);

/** `GET /streams` (channels.md 5.1). */
export const listChannels = defineRpc({
  subject: 'rpc.messages.v1.channels.list',
  request: Type.Object({
    includePublic: Type.Boolean(),
    includeWebPublic: Type.Boolean(),
    includeSubscribed: Type.Boolean(),
    includeOwnerSubscribed: Type.Boolean(),
    includeCanAccessContent: Type.Boolean(),
    includeAll: Type.Boolean(),
    excludeArchived: Type.Boolean(),
    includeDefault: Type.Boolean(),
  }),
  response: Type.Object({ streams: Type.Array(ListedChannelSchema) }, { additionalProperties: false }),
  idempotent: true,
});
