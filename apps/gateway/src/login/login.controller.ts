import {
  DomainError,
  FetchedApiKeySchema,
  badRequest,
  devFetchApiKey,
  devListUsers,
  fetchApiKey,
  regenerateApiKey,
} from '@stoa/contracts';
import { RpcClient } from '@stoa/rpc';
import { GatewayEnvironment } from '../gateway-environment';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { RequestContext, UserContext } from '../http/request-context';
import { RateLimits } from '../rate-limits/rate-limits';
import { RealmLookup } from '../realms/realm-lookup';
import { DevFetchApiKeyParams, FetchApiKeyParams, JwtFetchApiKeyParams } from './login.params';

const REFUSALS = [
  { code: 'AUTHENTICATION_FAILED', msg: 'Your username or password is incorrect', status: 401 },
  { code: 'USER_DEACTIVATED', msg: 'Account is deactivated', status: 401 },
  { code: 'REALM_DEACTIVATED', msg: 'This organization has been deactivated', status: 401 },
  { code: 'NONEXISTENT_SUBDOMAIN', msg: 'Invalid subdomain', status: 404 },
];

/** Ways to an API key (organization.md 2.2, 2.3). */
@EndpointController()
export class LoginController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly realms: RealmLookup,
    private readonly limits: RateLimits,
    private readonly environment: GatewayEnvironment,
  ) {}

  @Endpoint({
    method: 'POST',
    path: 'fetch_api_key',
    summary: 'Get an API key with a password',
    description: 'Every call makes a key of its own; an account may have several.',
    tag: 'Authentication',
    auth: 'public',
    params: FetchApiKeyParams,
    response: FetchedApiKeySchema,
    errors: [
      ...REFUSALS,
      { code: 'PASSWORD_AUTH_DISABLED', msg: 'Password authentication is disabled in this organization', status: 401 },
      { code: 'PASSWORD_RESET_REQUIRED', msg: 'Your password has been disabled and needs to be reset', status: 401 },
      { code: 'BAD_REQUEST', msg: 'Enter a valid email address.' },
      { code: 'RATE_LIMIT_HIT', msg: 'API usage exceeded rate limit', status: 429 },
    ],
  })
  async fetchApiKey(ctx: RequestContext, { username, password }: FetchApiKeyParams): Promise<Buffer> {
    const realmId = await this.realmOf(ctx);
    await this.limits.countLogin(realmId, username);
    const answer = await this.rpc.callRaw(fetchApiKey, ctx, { realmId, username, password });
    await this.limits.clearLogins(realmId, username);
    return answer;
  }

  @Endpoint({
    method: 'POST',
    path: 'dev_fetch_api_key',
    summary: 'Get an API key without a password',
    description: 'Development servers only; elsewhere 400 `Endpoint not available in production.`.',
    tag: 'Authentication',
    auth: 'public',
    params: DevFetchApiKeyParams,
    response: FetchedApiKeySchema,
    errors: REFUSALS,
  })
  async devFetchApiKey(ctx: RequestContext, { username }: DevFetchApiKeyParams): Promise<Buffer> {
    this.requireDevelopment();
    return this.rpc.callRaw(devFetchApiKey, ctx, { realmId: await this.realmOf(ctx), username });
  }

  @Endpoint({
    method: 'POST',
    path: 'jwt/fetch_api_key',
    summary: 'Get an API key with a JSON web token',
    description: 'No organization of this release has a key for such tokens: the call is always refused.',
    tag: 'Authentication',
    auth: 'public',
    params: JwtFetchApiKeyParams,
    response: FetchedApiKeySchema,
    isUnavailable: true,
    errors: [
      { code: 'BAD_REQUEST', msg: 'JWT authentication is not enabled for this organization' },
      { code: 'NONEXISTENT_SUBDOMAIN', msg: 'Invalid subdomain', status: 404 },
    ],
  })
  async jwtFetchApiKey(ctx: RequestContext, _params: JwtFetchApiKeyParams): Promise<Buffer> {
    await this.realmOf(ctx);
    throw badRequest('JWT authentication is not enabled for this organization');
  }

  @Endpoint({
    method: 'GET',
    path: 'dev_list_users',
    summary: 'List the accounts that development logins may use',
    description:
      'Active humans of all organizations. Development servers only; elsewhere 400 `Endpoint not available in production.`.',
    tag: 'Authentication',
    auth: 'public',
    response: devListUsers.response,
  })
  devListUsers(ctx: RequestContext): Promise<Buffer> {
    this.requireDevelopment();
    return this.rpc.callRaw(devListUsers, ctx, {});
  }

  @Endpoint({
    method: 'POST',
    path: 'users/me/api_key/regenerate',
    summary: 'Replace the own API keys by a new one',
    description: 'All earlier keys of the account stop working within a second.',
    tag: 'Authentication',
    auth: 'user',
    response: regenerateApiKey.response,
  })
  regenerateApiKey(ctx: UserContext): Promise<Buffer> {
    return this.rpc.callRaw(regenerateApiKey, ctx, {});
  }

  private requireDevelopment(): void {
    if (this.environment.STOA_MODE !== 'development') throw badRequest('Endpoint not available in production.');
  }

  private async realmOf(ctx: RequestContext): Promise<number> {
    const realm = await this.realms.findByHost(ctx.http.host);
    if (!realm) throw new DomainError('NONEXISTENT_SUBDOMAIN', 'Invalid subdomain', { status: 404 });
    return realm.id;
  }
}
