import { Type } from '@sinclair/typebox';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { defineRpc } from '../rpc/define-rpc';

/**
 * Event queues whose clients do not come back, collected or not, with the messages that nobody fetched from them: users
 * without another queue that is polled are idle now, and what is unread is decided again (push.md 9.2). It may be
 * repeated: users who were notified of a message are not notified again.
 */
export const reconsiderCollectedQueues = defineRpc({
  subject: 'rpc.push.v1.queues.reconsider',
  request: Type.Object({
    queues: Type.Array(
      Type.Object({
        queueId: Type.String(),
        realmId: Type.Integer(),
        partition: Type.Integer(),
        userId: Type.Integer(),
        messageIds: Type.Array(Type.Integer()),
      }),
    ),
  }),
  response: EmptyResponseSchema,
  auth: 'public',
  timeoutMs: 15_000,
  idempotent: true,
});
