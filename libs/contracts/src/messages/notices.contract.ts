import { Type } from '@sinclair/typebox';
import { EmptyResponseSchema } from '../empty-response';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED } from '../users/nullable';

/**
 * Sends notices that the caller has written with a change of its own (`addPendingNotices`) and that is committed. What is
 * not sent now is sent soon, each exactly once.
 */
export const sendPendingNotices = defineRpc({
  subject: 'rpc.messages.v1.notices.send-pending',
  request: Type.Object({ noticeIds: Type.Array(Type.Integer()) }),
  response: EmptyResponseSchema,
  timeoutMs: 15_000,
  idempotent: true,
});

/**
 * Direct messages of the notification bot, one per user, about something that the caller did and that is committed. They
 * are best effort: what cannot be sent is logged by the receiver. For callers of the release before `sendPendingNotices`.
 */
export const sendDirectNotices = defineRpc({
  subject: 'rpc.messages.v1.notices.send-direct',
  request: Type.Object({
    userIds: Type.Array(Type.Integer()),
    content: Type.String(),
    /** Also a notice to the caller is unread: what it tells happened later. */
    isUnreadForActor: Type.Optional(Type.Boolean()),
  }),
  response: EmptyResponseSchema,
  timeoutMs: 15_000,
  idempotent: false,
});

/** `POST /realm/test_welcome_bot_custom_message` (organization.md 14). */
export const testWelcomeMessage = defineRpc({
  subject: 'rpc.messages.v1.notices.test-welcome',
  request: Type.Object({ text: Type.String() }),
  response: Type.Object({ message_id: Type.Integer({ description: 'ID of the message to the caller.' }) }, CLOSED),
  idempotent: false,
});
