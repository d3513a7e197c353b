import { Type } from '@sinclair/typebox';
import { defineRpc } from '../rpc/define-rpc';
import { EmptyResponseSchema } from '../rpc/empty-response';

/** The caller has got an organization of its own: orders the mails that welcome it (mail-and-integrations.md 3); for operators. */
export const welcomeFounder = defineRpc({
  subject: 'rpc.users.v1.founders.welcome',
  request: Type.Object({}),
  response: EmptyResponseSchema,
  auth: 'user',
  idempotent: false,
});
