import { Type } from '@sinclair/typebox';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED } from '../rpc/nullable';

/** Mailboxes of an installation that belong to who runs it (RFC 2142). */
export const OPERATOR_MAILBOXES = ['postmaster', 'abuse'] as const;

/** Passes on what somebody wrote to whoever runs the installation; it is sent when the answer comes. */
export const forwardToOperators = defineRpc({
  subject: 'rpc.users.v1.operator-mails.forward',
  request: Type.Object({
    mailbox: Type.Union(OPERATOR_MAILBOXES.map((name) => Type.Literal(name))),
    /** The same for each repetition: at most 100 characters. */
    key: Type.String({ minLength: 1, maxLength: 100 }),
    /** Of the header `From`. */
    from: Type.Object({ name: Type.String(), address: Type.String() }, CLOSED),
    subject: Type.String(),
    text: Type.String(),
  }),
  /** `no-mail`: the installation sends none, or whoever runs it has refused it. */
  response: Type.Object({ outcome: Type.Union([Type.Literal('sent'), Type.Literal('no-mail')]) }, CLOSED),
  auth: 'public',
  timeoutMs: 20_000,
  idempotent: true,
});
