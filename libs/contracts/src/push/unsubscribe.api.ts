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

/** Whose address to write to it is that ends mails; null for one that was not made here, or whose user is gone. */
export const openUnsubscribeAddress = defineRpc({
  subject: 'rpc.push.v1.unsubscribe.open-address',
  request: Type.Object({ token: Type.String() }),
  response: Type.Object(
    {
      link: Nullable(
        Type.Object(
          {
            realmId: Type.Integer(),
            partition: Type.Integer(),
            userId: Type.Integer(),
            type: UnsubscribeTypeSchema,
          },
          CLOSED,
        ),
      ),
    },
    CLOSED,
  ),
  auth: 'public',
  idempotent: true,
});
