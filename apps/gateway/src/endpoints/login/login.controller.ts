import type { RequestOf } from '@stoa/contracts/rpc';
import {
  devFetchApiKey,
  devIssueApiKey,
  fetchApiKey,
  fetchOwnApiKey,
  issueApiKey,
  issueJwtApiKey,
  issueOwnApiKey,
  jwtFetchApiKey,
  regenerateOwnApiKey,
  replaceOwnApiKeys,
} from '@stoa/contracts/users';
import { badRequest, noSuchOrganization } from '@stoa/errors';
import { RpcClient } from '@stoa/rpc';
import { GatewayEnvironment } from '../../gateway-environment';
import { Endpoint, EndpointController } from '../../http/endpoint.decorator';
import type { RequestContext, UserContext } from '../../http/request-context';
import { OwnPasswords } from '../../access/rate-limits/own-passwords';
import { RateLimits } from '../../access/rate-limits/rate-limits';
import { RealmLookup } from '../../access/realms/realm-lookup';

/** Ways to an API key (organization.md 2.2, 2.3). */
@EndpointController()
export class LoginController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly realms: RealmLookup,
    private readonly limits: RateLimits,
    private readonly passwords: OwnPasswords,
    private readonly environment: GatewayEnvironment,
  ) {}

  @Endpoint(fetchApiKey)
  async fetchApiKey(ctx: RequestContext, params: RequestOf<typeof fetchApiKey>): Promise<Buffer> {
    const realmId = await this.realmOf(ctx);
    await this.limits.countLogin(realmId, params.username);
    const answer = await this.rpc.callRaw(issueApiKey, ctx, { ...params, ...fetchedFrom(ctx), realm_id: realmId });
    await this.limits.clearLogins(realmId, params.username);
    return answer;
  }

  @Endpoint(devFetchApiKey)
  async devFetchApiKey(ctx: RequestContext, params: RequestOf<typeof devFetchApiKey>): Promise<Buffer> {
    if (this.environment.STOA_MODE !== 'development') throw badRequest('Endpoint not available in production.');
    return this.rpc.callRaw(devIssueApiKey, ctx, { ...params, realm_id: await this.realmOf(ctx) });
  }

  @Endpoint(jwtFetchApiKey)
  async jwtFetchApiKey(ctx: RequestContext, params: RequestOf<typeof jwtFetchApiKey>): Promise<Buffer> {
    const realm = await this.realms.findByHost(ctx.http.host);
    if (!realm) throw noSuchOrganization();
    const request = { ...params, ...fetchedFrom(ctx), realm_id: realm.id, realm_url: this.realms.urlOf(realm) };
    return this.rpc.callRaw(issueJwtApiKey, ctx, request);
  }

  @Endpoint(fetchOwnApiKey)
  fetchOwnApiKey(ctx: UserContext, { password }: RequestOf<typeof fetchOwnApiKey>): Promise<Buffer> {
    return this.passwords.counted(ctx, password, (proof) => this.rpc.callRaw(issueOwnApiKey, ctx, proof));
  }

  @Endpoint(regenerateOwnApiKey)
  regenerateOwnApiKey(ctx: UserContext, { password }: RequestOf<typeof regenerateOwnApiKey>): Promise<Buffer> {
    return this.passwords.counted(ctx, password, (proof) => this.rpc.callRaw(replaceOwnApiKeys, ctx, proof));
  }

  private async realmOf(ctx: RequestContext): Promise<number> {
    const realm = await this.realms.findByHost(ctx.http.host);
    if (!realm) throw noSuchOrganization();
    return realm.id;
  }
}

/** Of whom the owner of the account is told, if it is new. */
function fetchedFrom({ http: { headers, ipAddress } }: RequestContext): { ip_address: string; user_agent: string } {
  return { ip_address: ipAddress, user_agent: headers['user-agent'] ?? '' };
}
