import { Static, Type } from '@sinclair/typebox';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED, Nullable } from '../rpc/nullable';

/** A notification, or a withdrawal of some, that no repetition would deliver. Times in UNIX seconds. */
export const DeadLetterSchema = Type.Object(
  {
    id: Type.Integer(),
    realmId: Type.Integer(),
    userId: Type.Integer(),
    /** Null for withdrawals. */
    messageId: Nullable(Type.Integer()),
    removedCount: Type.Integer(),
    trigger: Nullable(Type.String()),
    attempts: Type.Integer(),
    /** Code and text of the relay, or the fault. */
    failure: Type.String(),
    createdAt: Type.Integer(),
    failedAt: Type.Integer(),
  },
  CLOSED,
);
export type DeadLetter = Static<typeof DeadLetterSchema>;

/** Null: of all organizations, and all letters. */
const chosen = { realmId: Nullable(Type.Integer()), ids: Nullable(Type.Array(Type.Integer())) };
const counted = Type.Object({ count: Type.Integer() }, CLOSED);

/** For operators: the oldest first, in pages. */
export const listPushDeadLetters = defineRpc({
  subject: 'rpc.push.v1.dead-letters.list',
  request: Type.Object({
    realmId: Nullable(Type.Integer()),
    afterId: Type.Integer(),
    limit: Type.Integer({ minimum: 1, maximum: 1_000 }),
  }),
  response: Type.Object({ letters: Type.Array(DeadLetterSchema) }, CLOSED),
  auth: 'public',
  idempotent: true,
});

/** For operators: tries them again, with all their time. */
export const replayPushDeadLetters = defineRpc({
  subject: 'rpc.push.v1.dead-letters.replay',
  request: Type.Object(chosen),
  response: counted,
  auth: 'public',
  idempotent: true,
});

/** For operators: drops them. */
export const discardPushDeadLetters = defineRpc({
  subject: 'rpc.push.v1.dead-letters.discard',
  request: Type.Object(chosen),
  response: counted,
  auth: 'public',
  idempotent: true,
});

/** A mail that the mail server refused for good, or that waited for too long. Times in UNIX seconds. */
export const MailDeadLetterSchema = Type.Object(
  {
    id: Type.Integer(),
    realmId: Type.Integer(),
    userId: Type.Integer(),
    kind: Type.String(),
    attempts: Type.Integer(),
    /** The server's answer, or the fault. */
    failure: Type.String(),
    createdAt: Type.Integer(),
    failedAt: Type.Integer(),
  },
  CLOSED,
);
export type MailDeadLetter = Static<typeof MailDeadLetterSchema>;

/** For operators: the oldest first, in pages. */
export const listMailDeadLetters = defineRpc({
  subject: 'rpc.push.v1.mail-dead-letters.list',
  request: Type.Object({
    realmId: Nullable(Type.Integer()),
    afterId: Type.Integer(),
    limit: Type.Integer({ minimum: 1, maximum: 1_000 }),
  }),
  response: Type.Object({ letters: Type.Array(MailDeadLetterSchema) }, CLOSED),
  auth: 'public',
  idempotent: true,
});

/** For operators: tries them again, with all their time. */
export const replayMailDeadLetters = defineRpc({
  subject: 'rpc.push.v1.mail-dead-letters.replay',
  request: Type.Object(chosen),
  response: counted,
  auth: 'public',
  idempotent: true,
});

/** For operators: drops them. */
export const discardMailDeadLetters = defineRpc({
  subject: 'rpc.push.v1.mail-dead-letters.discard',
  request: Type.Object(chosen),
  response: counted,
  auth: 'public',
  idempotent: true,
});
