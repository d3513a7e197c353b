import { Static, Type } from '@sinclair/typebox';
import { defineRpc } from '../rpc/define-rpc';

/** `POST /messages` (messages.md 3): the gateway has decoded the parameters; rules that need data are the service's. */
export const SendMessageRequestSchema = Type.Object({
  type: Type.Union([Type.Literal('channel'), Type.Literal('direct')]),
  /** The parameter as sent: its reading depends on `type` and may depend on data. Null when absent. */
  to: Type.Union([Type.String(), Type.Null()]),
  topic: Type.Union([Type.String(), Type.Null()]),
  content: Type.String(),
  queueId: Type.Union([Type.String(), Type.Null()]),
  localId: Type.Union([Type.String(), Type.Null()]),
  readBySender: Type.Union([Type.Boolean(), Type.Null()]),
  /** The parameter as sent: JSON text of a form (markdown.md 13.2). */
  widgetContent: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  /** Header `Idempotency-Key`: the same key and user within a day gets the first answer again. */
  idempotencyKey: Type.Union([Type.String(), Type.Null()]),
});
export type SendMessageRequest = Static<typeof SendMessageRequestSchema>;

export const SendMessageResponseSchema = Type.Object(
  {
    id: Type.Integer({ description: 'ID of the sent message.' }),
    automatic_new_visibility_policy: Type.Optional(
      Type.Integer({ description: "The sender's new policy for the topic, if it changed: 2 unmuted, 3 followed." }),
    ),
  },
  { additionalProperties: false },
);
export type SendMessageResponse = Static<typeof SendMessageResponseSchema>;

export const sendMessage = defineRpc({
  subject: 'rpc.messages.v1.messages.send',
  request: SendMessageRequestSchema,
  response: SendMessageResponseSchema,
  timeoutMs: 15_000,
  idempotent: false,
});
