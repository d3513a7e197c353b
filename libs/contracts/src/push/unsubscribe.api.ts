import { Type } from '@sinclair/typebox';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED, Nullable } from '../rpc/nullable';
import { UnsubscribeTypeSchema } from '../users/unsubscribe.api';

/** Whose link a mail's link to end mails is; null for one that was not made here. */
export const openUnsubscribeLink = defineRpc({
  subject: 'rpc.push.v1.unsubscribe.open',
  request: Type.Object({ type: Type.String(), key: Type.String() }),
  response: Type.Object(
    { link: Nullable(Type.Object({ userId: Type.Integer(), type: UnsubscribeTypeSchema }, CLOSED)) },
    CLOSED,
  ),
  auth: 'public',
  idempotent: true,
});
