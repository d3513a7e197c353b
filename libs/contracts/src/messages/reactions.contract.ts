import { Type } from '@sinclair/typebox';
import { EmptyResponseSchema } from '../empty-response';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED, Nullable } from '../users/nullable';

/** `POST /messages/{id}/reactions` (messages.md 12): parts that are null are looked up from the name. */
export const addReaction = defineRpc({
  subject: 'rpc.messages.v1.reactions.add',
  request: Type.Object({
    messageId: Type.Integer(),
    emojiName: Type.String(),
    emojiCode: Nullable(Type.String()),
    reactionType: Nullable(Type.String()),
  }),
  response: EmptyResponseSchema,
  idempotent: false,
});

/** `DELETE /messages/{id}/reactions`: by code, or by name. */
export const removeReaction = defineRpc({
  subject: 'rpc.messages.v1.reactions.remove',
  request: Type.Object({
    messageId: Type.Integer(),
    emojiName: Nullable(Type.String()),
    emojiCode: Nullable(Type.String()),
    reactionType: Type.String(),
  }),
  response: EmptyResponseSchema,
  idempotent: false,
});

/** `GET /messages/{id}/read_receipts` (messages.md 13). */
export const getReadReceipts = defineRpc({
  subject: 'rpc.messages.v1.read-receipts.get',
  request: Type.Object({ messageId: Type.Integer() }),
  response: Type.Object(
    { user_ids: Type.Array(Type.Integer(), { description: 'Who has read the message, in no order.' }) },
    CLOSED,
  ),
  idempotent: true,
});

/** `POST /submessage` (markdown.md 13.2). */
export const addSubmessage = defineRpc({
  subject: 'rpc.messages.v1.submessages.add',
  request: Type.Object({ messageId: Type.Integer(), msgType: Type.String(), content: Type.String() }),
  response: EmptyResponseSchema,
  idempotent: false,
});
