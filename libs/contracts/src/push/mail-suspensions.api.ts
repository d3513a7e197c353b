import { Static, Type } from '@sinclair/typebox';
import { integer } from '@stoa/http-params';
import { defineEndpoint } from '../rpc/define-endpoint';
import { defineRpc } from '../rpc/define-rpc';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { CLOSED, Nullable } from '../rpc/nullable';

const REASONS = ['hard', 'soft', 'complaint'] as const;
export type MailSuspensionReason = (typeof REASONS)[number];

const OF_ADMINISTRATORS = { tag: 'Organization', auth: 'user', guard: 'administrator' } as const;

/** Addresses are not said: not every administrator may see them. */
export const listMailSuspensions = defineEndpoint({
  ...OF_ADMINISTRATORS,
  method: 'GET',
  path: 'realm/mail_suspensions',
  summary: 'List users whose mails are suspended',
  description:
    'Their mails came back, or were reported as spam. They get no notifications and digests by mail until the address ' +
    'is confirmed or changed. The latest one first.',
  subject: 'rpc.push.v1.mail-suspensions.of-realm',
  response: Type.Object(
    {
      mail_suspensions: Type.Array(
        Type.Object(
          {
            user_id: Type.Integer(),
            reason: Type.Union(
              REASONS.map((reason) => Type.Literal(reason)),
              {
                description:
                  '`hard`: the address does not take mail; `soft`: it has not for days; `complaint`: a mail was ' +
                  'reported as spam.',
              },
            ),
            status: Type.String({
              description: 'What the mail server said (RFC 3463), such as `5.1.1`; may be empty.',
            }),
            since: Type.Integer({ description: 'Seconds since 1970.' }),
          },
          CLOSED,
        ),
      ),
    },
    CLOSED,
  ),
});

export const endMailSuspension = defineEndpoint({
  ...OF_ADMINISTRATORS,
  method: 'DELETE',
  path: 'realm/mail_suspensions/{user_id}',
  summary: 'Send mails to a user again',
  description: 'If they come back again, they are suspended again.',
  subject: 'rpc.push.v1.mail-suspensions.end',
  params: { user_id: integer({ doc: 'The user.' }) },
  response: EmptyResponseSchema,
  errors: [{ code: 'BAD_REQUEST', msg: 'Mails to this user are not suspended' }],
});

/** An address that gets no mails. Times in UNIX seconds. */
const MailSuspensionSchema = Type.Object(
  {
    userId: Type.Integer(),
    realmId: Type.Integer(),
    address: Type.String(),
    reason: Type.String(),
    status: Type.String(),
    /** The mail server's own words. */
    detail: Type.String(),
    since: Type.Integer(),
  },
  CLOSED,
);
export type MailSuspension = Static<typeof MailSuspensionSchema>;

/** For operators, in pages by user. @param realmId null for all organizations */
export const listAllMailSuspensions = defineRpc({
  subject: 'rpc.push.v1.mail-suspensions.list',
  request: Type.Object({
    realmId: Nullable(Type.Integer()),
    afterUserId: Type.Integer(),
    limit: Type.Integer({ minimum: 1, maximum: 1_000 }),
  }),
  response: Type.Object({ suspensions: Type.Array(MailSuspensionSchema) }, CLOSED),
  auth: 'public',
  idempotent: true,
});

/** For operators: mails go to these addresses again. @param userIds null for all of the organization, or of all */
export const clearMailSuspensions = defineRpc({
  subject: 'rpc.push.v1.mail-suspensions.clear',
  request: Type.Object({
    realmId: Nullable(Type.Integer()),
    userIds: Nullable(Type.Array(Type.Integer())),
  }),
  response: Type.Object({ count: Type.Integer() }, CLOSED),
  auth: 'public',
  idempotent: true,
});

/** `check` asks for a mail to the address, `confirm` is what stands in that mail. */
export const ADDRESS_STEPS = ['check', 'confirm'] as const;
const Step = Type.Union(ADDRESS_STEPS.map((step) => Type.Literal(step)));
export type AddressStep = Static<typeof Step>;

const link = Type.Object({ realmId: Type.Integer(), step: Type.String(), key: Type.String() });

/** Whose link it is by which mails are switched on again; null for one that is not good, or not any more. */
export const openAddressLink = defineRpc({
  subject: 'rpc.push.v1.mail-suspensions.open-link',
  request: link,
  response: Type.Object({ link: Nullable(Type.Object({ step: Step, address: Type.String() }, CLOSED)) }, CLOSED),
  auth: 'public',
  idempotent: true,
});

/**
 * Does what a link is for: sends a mail to the address (one in ten minutes), or has mails sent there again.
 * @returns null for a link that is not good, or not any more
 */
export const followAddressLink = defineRpc({
  subject: 'rpc.push.v1.mail-suspensions.follow-link',
  request: link,
  response: Type.Object({ link: Nullable(Type.Object({ step: Step, address: Type.String() }, CLOSED)) }, CLOSED),
  auth: 'public',
  // Once the mails are on again, the link is not good any more.
  idempotent: false,
});
