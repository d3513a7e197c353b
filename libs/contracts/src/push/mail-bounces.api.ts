import { Static, Type } from '@sinclair/typebox';
import { defineRpc } from '../rpc/define-rpc';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { CLOSED, Nullable } from '../rpc/nullable';

/** What a mail server (RFC 3464) or a mail provider (RFC 5965) reports of a mail. */
export const MailReportSchema = Type.Union([
  Type.Object(
    {
      kind: Type.Literal('delivery'),
      /** `failed`, `delayed`, `delivered`, `relayed`, `expanded`, in lower case. */
      action: Type.String(),
      /** Of RFC 3463, such as 5.1.1. */
      status: Type.String(),
      /** The mail server's own words. */
      detail: Type.String({ maxLength: 500 }),
    },
    CLOSED,
  ),
  Type.Object(
    {
      kind: Type.Literal('complaint'),
      /** `abuse`, `fraud`, `not-spam` …, in lower case. */
      feedbackType: Type.String(),
      detail: Type.String({ maxLength: 500 }),
    },
    CLOSED,
  ),
]);
export type MailReport = Static<typeof MailReportSchema>;

/** Whether a token is that of a mail which was sent to the address that its user still has, not too long ago. */
export const openBounceAddress = defineRpc({
  subject: 'rpc.push.v1.bounces.open',
  request: Type.Object({ token: Type.String() }),
  response: Type.Object({ isKnown: Type.Boolean() }, CLOSED),
  auth: 'public',
  idempotent: true,
});

const BOUNCE_OUTCOMES = ['noted', 'suspended', 'ignored'] as const;

/**
 * Takes what was reported of the mail with a token. Of each kind one an hour counts, so a repetition changes nothing.
 * @returns `suspended`: the address gets no more mails because of it; null for a token that is not good
 */
export const reportBounce = defineRpc({
  subject: 'rpc.push.v1.bounces.report',
  request: Type.Object({ token: Type.String(), report: MailReportSchema }),
  response: Type.Object(
    { outcome: Nullable(Type.Union(BOUNCE_OUTCOMES.map((outcome) => Type.Literal(outcome)))) },
    CLOSED,
  ),
  auth: 'public',
  idempotent: true,
});

/** Whose mail it is: an account's, or an invitation's, whose invitee has none yet. */
const MailOwner = Type.Object({
  kind: Type.Union([Type.Literal('account'), Type.Literal('invitation')]),
  /** Of the user, or of the invitation. */
  id: Type.Integer(),
  /** Where the mail goes. */
  address: Type.String(),
});
export type MailOwner = Static<typeof MailOwner>;

/**
 * The envelope sender of a mail of another service, by which it is known what comes back.
 * @returns null: mails have the sender of all mails
 */
export const makeBounceAddress = defineRpc({
  subject: 'rpc.push.v1.bounces.make',
  request: MailOwner,
  response: Type.Object({ sender: Nullable(Type.String()) }, CLOSED),
  auth: 'public',
  timeoutMs: 1_500,
  idempotent: true,
});

/** Counts what the mail server refused at once of another service's mail. Of each kind one an hour counts. */
export const reportMailRefusal = defineRpc({
  subject: 'rpc.push.v1.bounces.refused',
  request: Type.Object({
    owner: MailOwner,
    /** It is the recipient that the server does not want; else it is the mail. */
    isOfRecipient: Type.Boolean(),
    /** Of RFC 3463, such as 5.1.1; '' if the server gave none. */
    code: Type.String(),
    /** The mail server's own words. */
    detail: Type.String(),
  }),
  response: EmptyResponseSchema,
  auth: 'public',
  idempotent: true,
});
