import { Type } from '@sinclair/typebox';
import { EmptyResponseSchema } from '../empty-response';
import { defineRpc } from '../rpc/define-rpc';

const op = Type.Union([Type.Literal('start'), Type.Literal('stop')]);

/** `POST /typing` (messages.md 14). */
export const setTyping = defineRpc({
  subject: 'rpc.messages.v1.typing.set',
  request: Type.Object({
    op,
    type: Type.Union([Type.Literal('direct'), Type.Literal('channel')]),
    to: Type.Union([Type.Array(Type.Integer()), Type.Null()]),
    channelId: Type.Union([Type.Integer(), Type.Null()]),
    topic: Type.Union([Type.String(), Type.Null()]),
  }),
  response: EmptyResponseSchema,
  idempotent: true,
});

/** `POST /messages/{message_id}/typing`. */
export const setEditTyping = defineRpc({
  subject: 'rpc.messages.v1.typing.set-edit',
  request: Type.Object({ op, messageId: Type.Integer() }),
  response: EmptyResponseSchema,
  idempotent: true,
});
