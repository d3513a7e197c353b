import { Type } from '@sinclair/typebox';
import { EmptyResponseSchema } from '../empty-response';
import { defineRpc } from '../rpc/define-rpc';
import { FetchMessagesRequestSchema } from './fetch.contract';

/** `POST /messages/flags` (messages.md 11). */
export const updateMessageFlags = defineRpc({
  subject: 'rpc.messages.v1.flags.update',
  request: Type.Object({
    messageIds: Type.Array(Type.Integer()),
    op: Type.String(),
    flag: Type.String(),
  }),
  response: Type.Object(
    {
      messages: Type.Array(Type.Integer({ description: 'The ids of the request.' })),
      ignored_because_not_subscribed_channels: Type.Array(Type.Integer()),
    },
    { additionalProperties: false },
  ),
  idempotent: true,
});

const NullableId = Type.Union([Type.Integer(), Type.Null()]);

/** `POST /messages/flags/narrow` (messages.md 11): a window as of a fetch, already clamped. */
export const updateFlagsForNarrow = defineRpc({
  subject: 'rpc.messages.v1.flags.update-for-narrow',
  request: Type.Object({
    ...Type.Pick(FetchMessagesRequestSchema, ['anchor', 'includeAnchor', 'numBefore', 'numAfter']).properties,
    narrow: Type.String(),
    op: Type.String(),
    flag: Type.String(),
  }),
  response: Type.Object(
    {
      processed_count: Type.Integer({ description: 'Messages in the window.' }),
      updated_count: Type.Integer({ description: 'Those that changed.' }),
      first_processed_id: NullableId,
      last_processed_id: NullableId,
      found_oldest: Type.Boolean(),
      found_newest: Type.Boolean(),
      ignored_because_not_subscribed_channels: Type.Array(Type.Integer()),
    },
    { additionalProperties: false },
  ),
  timeoutMs: 20_000,
  idempotent: true,
});

/** `POST /mark_all_as_read` (messages.md 10). */
export const markAllRead = defineRpc({
  subject: 'rpc.messages.v1.flags.mark-all-read',
  request: Type.Object({}),
  response: Type.Object(
    { complete: Type.Boolean({ description: 'Whether nothing is left; else repeat the request.' }) },
    { additionalProperties: false },
  ),
  timeoutMs: 58_000,
  idempotent: true,
});

/** `POST /mark_stream_as_read` (messages.md 10). */
export const markChannelRead = defineRpc({
  subject: 'rpc.messages.v1.flags.mark-channel-read',
  request: Type.Object({ channelId: Type.Integer() }),
  response: EmptyResponseSchema,
  timeoutMs: 58_000,
  idempotent: true,
});

/** `POST /mark_topic_as_read` (messages.md 10). */
export const markTopicRead = defineRpc({
  subject: 'rpc.messages.v1.flags.mark-topic-read',
  request: Type.Object({ channelId: Type.Integer(), topic: Type.String() }),
  response: EmptyResponseSchema,
  timeoutMs: 58_000,
  idempotent: true,
});
