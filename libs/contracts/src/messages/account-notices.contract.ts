import { Type } from '@sinclair/typebox';
import { EmptyResponseSchema } from '../empty-response';
import { defineRpc } from '../rpc/define-rpc';

/**
 * Sends what waits to be said about a new account: its welcome, and the organization's notice (organization.md 4.9). What
 * is not sent now is sent soon: the account's creation has left rows that say so, and each is sent exactly once.
 */
export const sendAccountNotices = defineRpc({
  subject: 'rpc.messages.v1.notices.send-account',
  request: Type.Object({ userId: Type.Integer() }),
  response: EmptyResponseSchema,
  idempotent: true,
});
