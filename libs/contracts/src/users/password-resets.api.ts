import { Type } from '@sinclair/typebox';
import { text } from '@stoa/http-params';
import { DocumentedError, defineEndpoint } from '../rpc/define-endpoint';
import { defineRpc } from '../rpc/define-rpc';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { CLOSED } from '../rpc/nullable';
import { CROSS_SITE } from './cross-site';
import { LINK_REFUSALS } from './link-refusals';

/** For the pages of whoever forgot a password (identity.md 1.3): everything about them is under /json. */
const OF_PAGES = { surface: 'session', tag: 'Sessions', method: 'POST', auth: 'public' } as const;

const REFUSALS: readonly DocumentedError[] = [
  { code: 'PASSWORD_AUTH_DISABLED', msg: 'Password authentication is disabled in this organization', status: 401 },
  { code: 'REALM_DEACTIVATED', msg: 'This organization has been deactivated', status: 401 },
  { code: 'NONEXISTENT_SUBDOMAIN', msg: 'Invalid subdomain', status: 404 },
  CROSS_SITE,
];

const key = text({ doc: 'The last part of the link in the mail.' });
const email = text({ doc: 'Address of the account.' });
const new_password = text({ doc: 'What the password is to be, 6 to 100 characters.' });

/** Whom a link gives a new password. */
const PasswordOwnerSchema = Type.Object(
  {
    email: Type.String({ description: 'The real address of the account.' }),
    full_name: Type.String({ description: 'A password made of it is weak.' }),
  },
  CLOSED,
);

export const requestPasswordReset = defineEndpoint({
  ...OF_PAGES,
  path: 'password_reset',
  summary: 'Ask for a link to a new password',
  description:
    'Whoever has the address gets a mail, and the answer is the same: it does not tell whether anybody does.',
  params: { email },
  response: EmptyResponseSchema,
  errors: [
    ...REFUSALS,
    { code: 'BAD_REQUEST', msg: 'Enter a valid email address.' },
    { code: 'RATE_LIMIT_HIT', msg: 'API usage exceeded rate limit', status: 429 },
  ],
});

export const openPasswordReset = defineEndpoint({
  ...OF_PAGES,
  path: 'password_reset/open',
  summary: 'Get whose password a link is for',
  params: { key },
  response: PasswordOwnerSchema,
  errors: [...REFUSALS, ...LINK_REFUSALS],
});

export const resetPassword = defineEndpoint({
  ...OF_PAGES,
  path: 'password_reset/set',
  summary: 'Set a new password by a link',
  description: 'All sessions of the account end, and all of its API keys; the link works once.',
  params: { key, new_password },
  response: Type.Object({ email: Type.String({ description: 'The real address of the account.' }) }, CLOSED),
  errors: [...REFUSALS, ...LINK_REFUSALS, { code: 'BAD_REQUEST', msg: 'The password is too weak.' }],
});

export const sendPasswordReset = defineRpc({
  subject: 'rpc.users.v1.password-resets.send',
  request: Type.Object({
    realm_id: Type.Integer(),
    partition: Type.Integer(),
    realm_url: Type.String(),
    email: Type.String(),
    /** That of the request; for whoever has no account. */
    language: Type.Optional(Type.String()),
  }),
  response: EmptyResponseSchema,
  auth: 'public',
  timeoutMs: 15_000,
  idempotent: false,
});

export const readPasswordReset = defineRpc({
  subject: 'rpc.users.v1.password-resets.open',
  request: Type.Object({ realm_id: Type.Integer(), key: Type.String() }),
  response: PasswordOwnerSchema,
  auth: 'public',
  idempotent: true,
});

export const applyPasswordReset = defineRpc({
  subject: 'rpc.users.v1.password-resets.set',
  request: Type.Object({
    realm_id: Type.Integer(),
    partition: Type.Integer(),
    realm_url: Type.String(),
    key: Type.String(),
    new_password: Type.String(),
  }),
  response: Type.Object({ email: Type.String() }, CLOSED),
  auth: 'public',
  timeoutMs: 15_000,
  idempotent: false,
});
