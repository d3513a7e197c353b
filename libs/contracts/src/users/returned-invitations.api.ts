import { Type } from '@sinclair/typebox';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED } from '../rpc/nullable';

/**
 * The mail of an open invitation came back, or its invitee wants none: nobody is reminded of it, and who invited is told,
 * once for each time that it is sent.
 * @returns false if that is known already, or nobody waits for the invitation any more
 */
export const noteReturnedInvitation = defineRpc({
  subject: 'rpc.users.v1.invitations.returned',
  request: Type.Object({
    realmId: Type.Integer(),
    partition: Type.Integer(),
    invitationId: Type.Integer(),
    /** What the mail server said, of RFC 3463; '' for who reported the mail as unwanted. */
    status: Type.String(),
  }),
  response: Type.Object({ isNoted: Type.Boolean() }, CLOSED),
  auth: 'public',
  idempotent: true,
});
