import { Type } from '@sinclair/typebox';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED, Nullable } from '../rpc/nullable';

/** What the reply address of a mail is about; null for one that was not made here, or too long ago. */
export const readReplyAddress = defineRpc({
  subject: 'rpc.push.v1.reply-addresses.read',
  request: Type.Object({ token: Type.String() }),
  response: Type.Object(
    { reply: Nullable(Type.Object({ userId: Type.Integer(), messageId: Type.Integer() }, CLOSED)) },
    CLOSED,
  ),
  auth: 'public',
  idempotent: true,
});
