import { Type } from '@sinclair/typebox';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED, Nullable } from '../users/nullable';

/** `GET /users/me/{stream_id}/topics` (channels.md 11.2). */
export const listTopics = defineRpc({
  subject: 'rpc.messages.v1.topics.list',
  request: Type.Object({
    channelId: Type.Integer(),
    allowEmptyTopicName: Type.Boolean(),
    /** Of the organization whose web-public channel somebody without an account asks for; null with an account. */
    spectatedRealmId: Nullable(Type.Integer()),
  }),
  response: Type.Object(
    {
      topics: Type.Array(
        Type.Object(
          { name: Type.String(), max_id: Type.Integer({ description: 'ID of its newest message.' }) },
          CLOSED,
        ),
      ),
    },
    CLOSED,
  ),
  idempotent: true,
});

/** `POST /user_topics` (channels.md 11.4). */
export const setTopicPolicy = defineRpc({
  subject: 'rpc.messages.v1.topics.set-policy',
  request: Type.Object({
    channelId: Type.Integer(),
    topic: Type.String(),
    /** 0 none, 1 muted, 2 unmuted, 3 followed. */
    policy: Type.Integer(),
  }),
  response: Type.Object({}, CLOSED),
  idempotent: true,
});

/** `PATCH /users/me/subscriptions/muted_topics` (channels.md 11.5); the channel by id or by name. */
export const muteTopic = defineRpc({
  subject: 'rpc.messages.v1.topics.mute',
  request: Type.Object({
    channelId: Nullable(Type.Integer()),
    channelName: Nullable(Type.String()),
    topic: Type.String(),
    isMuted: Type.Boolean(),
  }),
  response: Type.Object({}, CLOSED),
  idempotent: true,
});
