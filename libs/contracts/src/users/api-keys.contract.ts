import { Type } from '@sinclair/typebox';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED } from './nullable';

/** Answer of the endpoints that give out a key (organization.md 2.2, 2.3). */
export const FetchedApiKeySchema = Type.Object(
  {
    api_key: Type.String({ description: '32 letters and digits.' }),
    email: Type.String({ description: 'The real address of the account.' }),
    user_id: Type.Integer(),
  },
  CLOSED,
);

/** `POST /fetch_api_key` (organization.md 2.2). The realm is the one of the host; the gateway counts the attempts. */
export const fetchApiKey = defineRpc({
  subject: 'rpc.users.v1.api-keys.fetch',
  request: Type.Object({ realmId: Type.Integer(), username: Type.String(), password: Type.String() }),
  response: FetchedApiKeySchema,
  idempotent: false,
});

/** `POST /dev_fetch_api_key` (organization.md 2.3): development mode only. */
export const devFetchApiKey = defineRpc({
  subject: 'rpc.users.v1.api-keys.dev-fetch',
  request: Type.Object({ realmId: Type.Integer(), username: Type.String() }),
  response: FetchedApiKeySchema,
  idempotent: false,
});

const DevAccountSchema = Type.Object({ email: Type.String(), realm_url: Type.String() }, CLOSED);

/** `GET /dev_list_users` (organization.md 2.3): active humans of all organizations. */
export const devListUsers = defineRpc({
  subject: 'rpc.users.v1.accounts.dev-list',
  request: Type.Object({}),
  response: Type.Object(
    { direct_admins: Type.Array(DevAccountSchema), direct_users: Type.Array(DevAccountSchema) },
    CLOSED,
  ),
  idempotent: true,
});

/** `POST /users/me/api_key/regenerate` (organization.md 2.3): ends every key of the account, gives out a new one. */
export const regenerateApiKey = defineRpc({
  subject: 'rpc.users.v1.api-keys.regenerate',
  request: Type.Object({}),
  response: Type.Object({ api_key: Type.String() }, CLOSED),
  idempotent: false,
});
