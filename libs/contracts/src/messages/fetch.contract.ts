import { Static, Type } from '@sinclair/typebox';
import { FetchedMessageSchema } from '../events/message.event';
import { defineRpc } from '../rpc/define-rpc';

/** Where somebody without account reads; absent for everybody else (messages.md 8, "Spectators"). */
const SpectatorSchema = Type.Optional(Type.Object({ realmId: Type.Integer(), realmHost: Type.String() }));

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
  spectator: SpectatorSchema,
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
    spectator: SpectatorSchema,
  }),
  response: Type.Object({ message: FetchedMessageSchema, raw_content: Type.String() }, { additionalProperties: false }),
  idempotent: true,
});

/** `GET /messages/matches_narrow` (messages.md 8). */
export const matchesNarrow = defineRpc({
  subject: 'rpc.messages.v1.messages.matches-narrow',
  request: Type.Object({ messageIds: Type.Array(Type.Integer()), narrow: Type.String() }),
  response: Type.Object(
    {
      messages: Type.Record(
        Type.String(),
        Type.Object({ match_content: Type.String(), match_subject: Type.String() }, { additionalProperties: false }),
      ),
    },
    { additionalProperties: false },
  ),
  timeoutMs: 20_000,
  idempotent: true,
});

/** `GET /messages/summary` (messages.md 21). */
export const TopicSummarySchema = Type.Object(
  { summary: Type.String({ description: 'HTML.' }) },
  { additionalProperties: false },
);
