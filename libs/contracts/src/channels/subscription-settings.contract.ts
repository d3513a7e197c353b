import { Type } from '@sinclair/typebox';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED } from '../users/nullable';
import { subscribe, unsubscribe } from './subscriptions.contract';

/** `GET /users/{user_id}/subscriptions/{stream_id}` (channels.md 5.5). */
export const getSubscriptionStatus = defineRpc({
  subject: 'rpc.messages.v1.subscriptions.status',
  request: Type.Object({ userId: Type.Integer(), channelId: Type.Integer() }),
  response: Type.Object({ is_subscribed: Type.Boolean() }, CLOSED),
  idempotent: true,
});

/** `PATCH /users/me/subscriptions` (channels.md 7.3): both lists in one transaction. */
export const changeSubscriptions = defineRpc({
  subject: 'rpc.messages.v1.subscriptions.change',
  request: Type.Object({
    add: Type.Array(
      Type.Object({
        name: Type.String(),
        description: Type.Optional(Type.String()),
        color: Type.Optional(Type.String()),
      }),
    ),
    delete: Type.Array(Type.String()),
  }),
  response: Type.Object(
    {
      subscribed: subscribe.response.properties.subscribed,
      already_subscribed: subscribe.response.properties.already_subscribed,
      new_subscription_messages_sent: Type.Optional(Type.Boolean()),
      removed: unsubscribe.response.properties.removed,
      not_removed: unsubscribe.response.properties.not_removed,
    },
    CLOSED,
  ),
  timeoutMs: 30_000,
  idempotent: true,
});

/** `POST /users/me/subscriptions/properties` and `PATCH /users/me/subscriptions/{stream_id}` (channels.md 9). */
export const setSubscriptionProperties = defineRpc({
  subject: 'rpc.messages.v1.subscriptions.set-properties',
  request: Type.Object({
    changes: Type.Array(
      Type.Object({
        channelId: Type.Integer(),
        property: Type.String(),
        value: Type.Union([Type.Boolean(), Type.String()]),
      }),
    ),
  }),
  response: Type.Object({}, CLOSED),
  idempotent: true,
});
