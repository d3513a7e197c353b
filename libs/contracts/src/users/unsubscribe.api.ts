import { Static, Type } from '@sinclair/typebox';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { defineRpc } from '../rpc/define-rpc';

/** Kinds of mails that a link in them ends, as the link names them (mail-and-integrations.md 3). */
export const UNSUBSCRIBE_TYPES = ['missed_messages', 'login', 'digest', 'welcome'] as const;
export const UnsubscribeTypeSchema = Type.Union(UNSUBSCRIBE_TYPES.map((type) => Type.Literal(type)));
export type UnsubscribeType = Static<typeof UnsubscribeTypeSchema>;

/** Ends mails of a kind for a user, whose link the caller has checked. 404 for a user of another organization. */
export const unsubscribeFromMail = defineRpc({
  subject: 'rpc.users.v1.settings.unsubscribe',
  request: Type.Object({
    realmId: Type.Integer(),
    partition: Type.Integer(),
    userId: Type.Integer(),
    type: UnsubscribeTypeSchema,
  }),
  response: EmptyResponseSchema,
  auth: 'public',
  idempotent: true,
});
