import type { RequestOf } from '@stoa/contracts/rpc';
import {
  applyPasswordReset,
  openPasswordReset,
  readPasswordReset,
  requestPasswordReset,
  resetPassword,
  sendPasswordReset,
} from '@stoa/contracts/users';
import { noSuchOrganization } from '@stoa/errors';
import { RpcClient } from '@stoa/rpc';
import { requestedLanguage } from '@stoa/texts';
import { RateLimits } from '../../access/rate-limits/rate-limits';
import { RealmLookup } from '../../access/realms/realm-lookup';
import type { RealmFacts } from '../../access/realms/realm-store';
import { Endpoint, EndpointController } from '../../http/endpoint.decorator';
import type { RequestContext } from '../../http/request-context';

/** Forgotten passwords (identity.md 1.3): the organization is the host's, and requests are counted. */
@EndpointController()
export class PasswordResetsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly realms: RealmLookup,
    private readonly limits: RateLimits,
  ) {}

  @Endpoint(requestPasswordReset)
  async request(ctx: RequestContext, { email }: RequestOf<typeof requestPasswordReset>): Promise<Buffer> {
    const realm = await this.realmOf(ctx);
    await this.limits.countPasswordReset(realm.id, email, ctx.http.ipAddress);
    const language = requestedLanguage(ctx.http.headers['accept-language']);
    return this.rpc.callRaw(sendPasswordReset, ctx, { ...this.placeOf(realm), email, language });
  }

  @Endpoint(openPasswordReset)
  async open(ctx: RequestContext, { key }: RequestOf<typeof openPasswordReset>): Promise<Buffer> {
    const realm = await this.realmOf(ctx);
    return this.rpc.callRaw(readPasswordReset, ctx, { realm_id: realm.id, key });
  }

  @Endpoint(resetPassword)
  async reset(ctx: RequestContext, params: RequestOf<typeof resetPassword>): Promise<{ email: string }> {
    const realm = await this.realmOf(ctx);
    const { email } = await this.rpc.call(applyPasswordReset, ctx, { ...this.placeOf(realm), ...params });
    // Wrong guesses were of a password that is no more.
    await this.limits.clearLogins(realm.id, email);
    return { email };
  }

  private placeOf(realm: RealmFacts) {
    return { realm_id: realm.id, partition: realm.partition, realm_url: this.realms.urlOf(realm) };
  }

  private async realmOf(ctx: RequestContext): Promise<RealmFacts> {
    const realm = await this.realms.findByHost(ctx.http.host);
    if (!realm) throw noSuchOrganization();
    return realm;
  }
}
