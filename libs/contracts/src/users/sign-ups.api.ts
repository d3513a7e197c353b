import { Type } from '@sinclair/typebox';
import { boolean, text } from '@stoa/http-params';
import { DocumentedError, defineEndpoint } from '../rpc/define-endpoint';
import { defineRpc } from '../rpc/define-rpc';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { CLOSED, Nullable } from '../rpc/nullable';
import { CROSS_SITE } from './cross-site';
import { LINK_REFUSALS } from './link-refusals';
import { BROWSER, OpenedSessionSchema, SignedInSchema } from './session-schemas';

/** For the pages of whoever has no account yet (identity.md 1.3, organization.md 11): everything about them is under /json. */
const OF_PAGES = { surface: 'session', tag: 'Sessions', method: 'POST', auth: 'public' } as const;

const bad = (msg: string): DocumentedError => ({ code: 'BAD_REQUEST', msg });
const REFUSALS: readonly DocumentedError[] = [
  { code: 'PASSWORD_AUTH_DISABLED', msg: 'Password authentication is disabled in this organization', status: 401 },
  { code: 'REALM_DEACTIVATED', msg: 'This organization has been deactivated', status: 401 },
  { code: 'NONEXISTENT_SUBDOMAIN', msg: 'Invalid subdomain', status: 404 },
  ...LINK_REFUSALS,
  CROSS_SITE,
];
/** Each with a field `reason`. */
const ADDRESS_REFUSALS = [
  bad('Invalid address.'),
  bad('Please request an invite for ada@people.example from the organization administrator.'),
  bad(
    'Your email address, ada@people.example, is not in one of the domains that are allowed to register for accounts in ' +
      'this organization.',
  ),
  bad('Please use your real email address.'),
  bad('Email addresses containing + are not allowed in this organization.'),
  bad('Reserved for system bots.'),
];

const REASONS =
  'Refusals have the field `reason`: unknown, expired, used or revoked for links; invalid-address, invitation-required, ' +
  'domain-not-allowed, disposable, contains-plus, reserved, already-member or deactivated for addresses.';

export const openSignUp = defineEndpoint({
  ...OF_PAGES,
  path: 'sign_up/open',
  summary: 'Get whether one may sign up, and as whom',
  description: REASONS,
  params: {
    key: text({ optional: true, doc: 'The last part of the link that was opened; none where nobody was invited.' }),
    is_reusable: boolean({ default: false, doc: 'Whether it is a link that several may use (/join/…).' }),
  },
  response: Type.Object(
    {
      email: Nullable(Type.String({ description: 'The address that the account will have; null: asked for first.' })),
      link_key: Type.Optional(
        Nullable(Type.String({ description: 'The last part of the invitation for several that led to the mail.' })),
      ),
    },
    CLOSED,
  ),
  errors: [...REFUSALS, ...ADDRESS_REFUSALS],
});

export const requestSignUp = defineEndpoint({
  ...OF_PAGES,
  path: 'sign_up/request',
  summary: 'Ask for a link to sign up by',
  description: `Whoever has the address gets a mail, also if there is an account already. ${REASONS}`,
  params: {
    email: text({ doc: 'Address that the account will have.' }),
    link_key: text({ optional: true, doc: 'The last part of an invitation that several may use.' }),
  },
  response: EmptyResponseSchema,
  errors: [
    ...REFUSALS,
    ...ADDRESS_REFUSALS,
    { code: 'RATE_LIMIT_HIT', msg: 'API usage exceeded rate limit', status: 429 },
  ],
});

export const signUp = defineEndpoint({
  ...OF_PAGES,
  path: 'sign_up',
  summary: 'Make an account by a link, and sign the browser in',
  description: `A session that the browser had before ends. ${REASONS}`,
  params: {
    key: text({ doc: 'The last part of the link in the mail.' }),
    full_name: text({ doc: 'Name of the account.' }),
    password: text({ doc: 'Its password, 6 to 100 characters.' }),
  },
  response: SignedInSchema,
  errors: [
    ...REFUSALS,
    ...ADDRESS_REFUSALS,
    bad('Already has an account.'),
    bad('Account has been deactivated.'),
    bad('Name must not be empty!'),
    bad('The password is too weak.'),
    bad('Sign in with the password of your directory: that makes your account.'),
  ],
});

export const readSignUp = defineRpc({
  subject: 'rpc.users.v1.sign-ups.open',
  request: Type.Object({
    realm_id: Type.Integer(),
    key: Nullable(Type.String()),
    is_reusable: Type.Boolean(),
    /** An identity provider makes accounts as well: it does not need passwords. */
    has_providers: Type.Optional(Type.Boolean()),
  }),
  response: openSignUp.response,
  auth: 'public',
  idempotent: true,
});

export const sendSignUpLink = defineRpc({
  subject: 'rpc.users.v1.sign-ups.request',
  request: Type.Object({
    realm_id: Type.Integer(),
    partition: Type.Integer(),
    realm_url: Type.String(),
    email: Type.String(),
    /** Of the reusable invitation; null: nobody invited. */
    link_key: Nullable(Type.String()),
  }),
  response: EmptyResponseSchema,
  auth: 'public',
  timeoutMs: 15_000,
  idempotent: false,
});

/** Makes the account that an invitation, or a link of {@link sendSignUpLink}, leads to, and its first session. */
export const makeOwnAccount = defineRpc({
  subject: 'rpc.users.v1.sign-ups.create',
  request: Type.Object({
    ...BROWSER,
    partition: Type.Integer(),
    realm_host: Type.String(),
    key: Type.String(),
    full_name: Type.String(),
    password: Type.String(),
    /** That of the request, of those that there are texts in; the organization's unless given. */
    language: Type.Optional(Type.String()),
  }),
  response: OpenedSessionSchema,
  auth: 'public',
  timeoutMs: 15_000,
  idempotent: false,
});
