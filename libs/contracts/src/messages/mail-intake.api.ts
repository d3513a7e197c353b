import { Static, Type } from '@sinclair/typebox';
import { ActorSchema } from '../rpc/actor';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED, Nullable } from '../rpc/nullable';

/** What a mail is addressed to (mail-and-integrations.md 4.1). */
export const MailboxSchema = Type.Union([
  Type.Object({ kind: Type.Literal('channel'), token: Type.String() }, CLOSED),
  /** The answer of a user to a mail about a message; who asks has read it off the mail's own reply address. */
  Type.Object({ kind: Type.Literal('reply'), userId: Type.Integer(), messageId: Type.Integer() }, CLOSED),
]);
export type Mailbox = Static<typeof MailboxSchema>;

/**
 * `unknown`: there is none, or its user, channel or message is gone. `denied`: its sender may not post there any more.
 * `busy`: too many mails came for the organization; later it may take one.
 */
const MAILBOX_REFUSALS = ['unknown', 'denied', 'busy'] as const;

/** Whether a mailbox takes mail now, and who uploads what is attached to it. */
export const openMailbox = defineRpc({
  subject: 'rpc.messages.v1.mailboxes.open',
  request: Type.Object({ mailbox: MailboxSchema }),
  response: Type.Object(
    {
      refusal: Nullable(Type.Union(MAILBOX_REFUSALS.map((refusal) => Type.Literal(refusal)))),
      /** Null for a refusal. */
      uploader: Nullable(ActorSchema),
    },
    CLOSED,
  ),
  auth: 'public',
  idempotent: true,
});

/** The same for each repetition of a mail to the same mailbox. */
const mailKey = Type.String({ minLength: 1, maxLength: 100 });

/** Whether the files of a mail are to be uploaded before it is delivered: not if it was before, or comes from a stranger. */
export const admitMailFiles = defineRpc({
  subject: 'rpc.messages.v1.mailboxes.admit',
  request: Type.Object({
    mailbox: MailboxSchema,
    key: mailKey,
    /** Address of the header `From`. */
    from: Type.String(),
  }),
  response: Type.Object({ isAdmitted: Type.Boolean() }, CLOSED),
  auth: 'public',
  idempotent: true,
});

/**
 * Posts what a mail says. A repetition of the same mail to the same mailbox posts nothing and succeeds, for a week.
 * @returns `refused`: it cannot be posted
 */
export const deliverMail = defineRpc({
  subject: 'rpc.messages.v1.mailboxes.deliver',
  request: Type.Object({
    mailbox: MailboxSchema,
    key: mailKey,
    /** Of the header `From`. */
    from: Type.Object({ name: Type.String(), address: Type.String() }, CLOSED),
    showsFrom: Type.Boolean(),
    subject: Type.String(),
    /** Markdown; '' if the mail says nothing. */
    body: Type.String(),
    /** Links to what was attached, in Markdown; names of files that were not admitted. */
    links: Type.Array(Type.String()),
  }),
  response: Type.Object(
    {
      outcome: Type.Union([Type.Literal('posted'), Type.Literal('repeated'), Type.Literal('refused')]),
      /** Why it was refused; null: whose answer it was has been told. */
      reason: Nullable(Type.String()),
      isHeld: Type.Optional(
        Type.Boolean({ description: 'Refused without a reason, as whose answer it may be decides about it.' }),
      ),
    },
    CLOSED,
  ),
  auth: 'public',
  idempotent: true,
  timeoutMs: 20_000,
});
