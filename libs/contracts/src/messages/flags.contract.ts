import { Type } from '@sinclair/typebox';
import { defineRpc } from '../rpc/define-rpc';

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
