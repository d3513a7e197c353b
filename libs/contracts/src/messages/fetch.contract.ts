import { Static, Type } from '@sinclair/typebox';
import { FetchedMessageSchema } from '../events/message.event';
import { defineRpc } from '../rpc/define-rpc';

/** `GET /messages` (messages.md 8). */
export const FetchMessagesRequestSchema = Type.Object({
  /** A message id, already clamped, or one of the keywords; null with `messageIds`. */
  anchor: Type.Union([
    Type.Integer(),
    Type.Literal('newest'),
    Type.Literal('oldest'),
    Type.Literal('first_unread'),
    Type.Null(),
  ]),
  includeAnchor: Type.Boolean(),
  numBefore: Type.Integer(),
  numAfter: Type.Integer(),
  /** The parameter as sent, JSON text: libs/narrow reads it where names can be resolved. Null when absent. */
  narrow: Type.Union([Type.String(), Type.Null()]),
  messageIds: Type.Union([Type.Array(Type.Integer()), Type.Null()]),
  clientGravatar: Type.Boolean(),
  applyMarkdown: Type.Boolean(),
  allowEmptyTopicName: Type.Boolean(),
});
export type FetchMessagesRequest = Static<typeof FetchMessagesRequestSchema>;

export const FetchMessagesResponseSchema = Type.Object(
  {
    messages: Type.Array(FetchedMessageSchema),
    anchor: Type.Optional(Type.Integer()),
    found_anchor: Type.Boolean(),
    found_oldest: Type.Boolean(),
    found_newest: Type.Boolean(),
    history_limited: Type.Boolean(),
  },
  { additionalProperties: false },
);

export const fetchMessages = defineRpc({
  subject: 'rpc.messages.v1.messages.fetch',
  request: FetchMessagesRequestSchema,
  response: FetchMessagesResponseSchema,
  timeoutMs: 20_000,
  idempotent: true,
});

/** `GET /messages/{id}` (messages.md 4). */
export const fetchMessage = defineRpc({
  subject: 'rpc.messages.v1.messages.fetch-one',
  request: Type.Object({
    messageId: Type.Integer(),
    applyMarkdown: Type.Boolean(),
    allowEmptyTopicName: Type.Boolean(),
  }),
  response: Type.Object({ message: FetchedMessageSchema, raw_content: Type.String() }, { additionalProperties: false }),
  idempotent: true,
});
