import { Type } from '@sinclair/typebox';
import { text } from '@stoa/http-params';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { defineEndpoint } from '../rpc/define-endpoint';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED } from '../rpc/nullable';

/** organization.md 14 */
export const testWelcomeMessage = defineEndpoint({
  method: 'POST',
  path: 'realm/test_welcome_bot_custom_message',
  tag: 'Organization',
  summary: 'Try the text for new users',
  description: 'The welcome bot sends it to the caller.',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.messages.v1.notices.test-welcome',
  params: { welcome_message_custom_text: text({ maxLength: 8000, doc: 'The text to try.' }) },
  response: Type.Object({ message_id: Type.Integer({ description: 'ID of the message to the caller.' }) }, CLOSED),
  errors: [{ code: 'BAD_REQUEST', msg: 'Message must not be empty' }],
});

/**
 * Sends notices that the caller has written with a change of its own (`addPendingNotices`) and that is committed. What is
 * not sent now is sent soon, each exactly once.
 */
export const sendPendingNotices = defineRpc({
  subject: 'rpc.messages.v1.notices.send-pending',
  auth: 'user',
  request: Type.Object({ noticeIds: Type.Array(Type.Integer()) }),
  response: EmptyResponseSchema,
  timeoutMs: 15_000,
  idempotent: true,
});

/**
 * Sends what waits to be said about a new account: its welcome, and the organization's notice (organization.md 4.9). What
 * is not sent now is sent soon: the account's creation has left rows that say so, and each is sent exactly once.
 */
export const sendAccountNotices = defineRpc({
  subject: 'rpc.messages.v1.notices.send-account',
  auth: 'public',
  request: Type.Object({ userId: Type.Integer() }),
  response: EmptyResponseSchema,
  idempotent: true,
});
