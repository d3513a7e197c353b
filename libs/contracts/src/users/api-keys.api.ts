import { Type } from '@sinclair/typebox';
import { boolean, text } from '@stoa/http-params';
import { defineEndpoint } from '../rpc/define-endpoint';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED } from '../rpc/nullable';
import { CROSS_SITE } from './cross-site';
import { ASKING_SESSION } from './session-schemas';
import { PASSWORD_REFUSALS, SIGN_IN_REFUSALS, STALE_SIGN_IN, WRONG_OWN_PASSWORD } from './sign-in-refusals';
import { UserSchema } from './user-object';

/** Answer of the endpoints that give out a key (organization.md 2.2, 2.3). */
const FetchedApiKeySchema = Type.Object(
  {
    api_key: Type.String({ description: '32 letters and digits.' }),
    email: Type.String({ description: 'The real address of the account.' }),
    user_id: Type.Integer(),
  },
  CLOSED,
);

const DevAccountSchema = Type.Object({ email: Type.String(), realm_url: Type.String() }, CLOSED);

/** Where the key goes; gateways of the release before say nothing of it. */
const FETCHED_FROM = { ip_address: Type.Optional(Type.String()), user_agent: Type.Optional(Type.String()) };

/** The realm is the one of the host; the gateway counts the attempts (organization.md 2.2). */
export const fetchApiKey = defineEndpoint({
  surface: 'key',
  method: 'POST',
  path: 'fetch_api_key',
  tag: 'Authentication',
  summary: 'Get an API key with a password',
  description:
    'Every call makes a key of its own; an account may have several. A browser that is signed in asks at `/json/fetch_api_key` with its `password` alone.',
  auth: 'public',
  readsAsDeclared: true,
  params: {
    username: text({ doc: 'Address of the account.' }),
    password: text({ doc: 'Its password.' }),
  },
  response: FetchedApiKeySchema,
  errors: [...SIGN_IN_REFUSALS, ...PASSWORD_REFUSALS],
});

export const issueApiKey = defineRpc({
  subject: 'rpc.users.v1.api-keys.fetch',
  request: Type.Object({
    realm_id: Type.Integer(),
    username: Type.String(),
    password: Type.String(),
    ...FETCHED_FROM,
  }),
  response: FetchedApiKeySchema,
  auth: 'public',
  idempotent: false,
});

/** Development mode only (organization.md 2.3). */
export const devFetchApiKey = defineEndpoint({
  surface: 'key',
  method: 'POST',
  path: 'dev_fetch_api_key',
  tag: 'Authentication',
  summary: 'Get an API key without a password',
  description: 'Development servers only; elsewhere 400 `Endpoint not available in production.`.',
  auth: 'public',
  params: {
    username: text({ doc: 'Address of the account.' }),
  },
  response: FetchedApiKeySchema,
  errors: SIGN_IN_REFUSALS,
});

export const devIssueApiKey = defineRpc({
  subject: 'rpc.users.v1.api-keys.dev-fetch',
  request: Type.Object({ realm_id: Type.Integer(), username: Type.String() }),
  response: FetchedApiKeySchema,
  auth: 'public',
  idempotent: false,
});

/** The same for whoever is signed in already (identity.md 1.2). */
export const fetchOwnApiKey = defineEndpoint({
  surface: 'session',
  method: 'POST',
  path: 'fetch_api_key',
  tag: 'Authentication',
  summary: 'Get an API key in a browser that is signed in',
  description:
    'The password is asked for once more. Accounts without one, and those of organizations without passwords, need a sign-in of the last ten minutes instead.',
  auth: 'user',
  params: { password: text({ default: '', doc: 'Password of the account.' }) },
  response: FetchedApiKeySchema,
  errors: [WRONG_OWN_PASSWORD, STALE_SIGN_IN, CROSS_SITE],
});

export const issueOwnApiKey = defineRpc({
  subject: 'rpc.users.v1.api-keys.fetch-own',
  request: Type.Object({ password: Type.String(), ...ASKING_SESSION }),
  response: FetchedApiKeySchema,
  auth: 'user',
  idempotent: false,
});

/** The answer of {@link jwtFetchApiKey}: with the user, if it was asked for. */
const JwtApiKeySchema = Type.Object({ ...FetchedApiKeySchema.properties, user: Type.Optional(UserSchema) }, CLOSED);

export const jwtFetchApiKey = defineEndpoint({
  surface: 'key',
  method: 'POST',
  path: 'jwt/fetch_api_key',
  tag: 'Authentication',
  summary: 'Get an API key with a JSON web token',
  description:
    'The token is signed with a key that the operator has given to the organization, and ends within five minutes unless the key says otherwise.',
  auth: 'public',
  params: {
    token: text({ default: '', doc: 'JSON web token with the claims `email` and `exp`.' }),
    include_profile: boolean({ default: false, doc: 'Whether the answer has the user.' }),
  },
  response: JwtApiKeySchema,
  errors: [
    { code: 'BAD_REQUEST', msg: 'JWT authentication is not enabled for this organization' },
    { code: 'BAD_REQUEST', msg: 'No JSON web token passed in request' },
    { code: 'BAD_REQUEST', msg: 'Bad JSON web token' },
    { code: 'BAD_REQUEST', msg: 'No email specified in JSON web token claims' },
    ...SIGN_IN_REFUSALS,
  ],
});

export const issueJwtApiKey = defineRpc({
  subject: 'rpc.users.v1.api-keys.fetch-by-jwt',
  request: Type.Object({
    realm_id: Type.Integer(),
    /** Address of the organization, for which tokens are that say for whom they are. */
    realm_url: Type.Optional(Type.String()),
    token: Type.String(),
    include_profile: Type.Boolean(),
    ...FETCHED_FROM,
  }),
  response: JwtApiKeySchema,
  auth: 'public',
  idempotent: false,
});

/** Active humans of all organizations (organization.md 2.3). */
export const devListUsers = defineEndpoint({
  method: 'GET',
  path: 'dev_list_users',
  tag: 'Authentication',
  summary: 'List the accounts that development logins may use',
  description:
    'Active humans of all organizations. Development servers only; elsewhere 400 `Endpoint not available in production.`.',
  auth: 'public',
  subject: 'rpc.users.v1.accounts.dev-list',
  response: Type.Object(
    { direct_admins: Type.Array(DevAccountSchema), direct_users: Type.Array(DevAccountSchema) },
    CLOSED,
  ),
});

/** Ends every key of the account, gives out a new one (organization.md 2.3). */
const REGENERATION = {
  method: 'POST',
  path: 'users/me/api_key/regenerate',
  tag: 'Authentication',
  auth: 'user',
  response: Type.Object({ api_key: Type.String() }, CLOSED),
} as const;

export const regenerateApiKey = defineEndpoint({
  ...REGENERATION,
  surface: 'key',
  summary: 'Replace the own API keys by a new one',
  description: 'All earlier keys of the account stop working within a second.',
  subject: 'rpc.users.v1.api-keys.regenerate',
});

/** The same for whoever is signed in: a key outlives the session (identity.md 9). */
export const regenerateOwnApiKey = defineEndpoint({
  ...REGENERATION,
  surface: 'session',
  summary: 'Replace the own API keys by a new one, in a browser that is signed in',
  description: 'The password is asked for once more, as at `POST /json/fetch_api_key`.',
  params: { password: text({ default: '', doc: 'Password of the account.' }) },
  errors: [WRONG_OWN_PASSWORD, STALE_SIGN_IN, CROSS_SITE],
});

export const replaceOwnApiKeys = defineRpc({
  subject: 'rpc.users.v1.api-keys.regenerate-own',
  request: Type.Object({ password: Type.String(), ...ASKING_SESSION }),
  response: REGENERATION.response,
  auth: 'user',
  idempotent: false,
});
