import { Type } from '@sinclair/typebox';
import { boolean, text } from '@stoa/http-params';
import { defineEndpoint } from '../rpc/define-endpoint';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED } from '../rpc/nullable';
import { PASSWORD_REFUSALS, SIGN_IN_REFUSALS } from './sign-in-refusals';

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

/** The realm is the one of the host; the gateway counts the attempts (organization.md 2.2). */
export const fetchApiKey = defineEndpoint({
  surface: 'key',
  method: 'POST',
  path: 'fetch_api_key',
  tag: 'Authentication',
  summary: 'Get an API key with a password',
  description: 'Every call makes a key of its own; an account may have several.',
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
  request: Type.Object({ realm_id: Type.Integer(), username: Type.String(), password: Type.String() }),
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

export const jwtFetchApiKey = defineEndpoint({
  surface: 'key',
  method: 'POST',
  path: 'jwt/fetch_api_key',
  tag: 'Authentication',
  summary: 'Get an API key with a JSON web token',
  description: 'No organization of this release has a key for such tokens: the call is always refused.',
  auth: 'public',
  isUnavailable: true,
  params: {
    token: text({ default: '', doc: 'JSON web token with the claim `email`.' }),
    include_profile: boolean({ default: false, doc: 'Whether the answer has the user.' }),
  },
  response: FetchedApiKeySchema,
  errors: [
    { code: 'BAD_REQUEST', msg: 'JWT authentication is not enabled for this organization' },
    { code: 'NONEXISTENT_SUBDOMAIN', msg: 'Invalid subdomain', status: 404 },
  ],
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
export const regenerateApiKey = defineEndpoint({
  method: 'POST',
  path: 'users/me/api_key/regenerate',
  tag: 'Authentication',
  summary: 'Replace the own API keys by a new one',
  description: 'All earlier keys of the account stop working within a second.',
  auth: 'user',
  subject: 'rpc.users.v1.api-keys.regenerate',
  response: Type.Object({ api_key: Type.String() }, CLOSED),
});
