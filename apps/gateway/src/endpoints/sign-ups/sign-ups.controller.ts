import type { RequestOf } from '@stoa/contracts/rpc';
import { makeOwnAccount, openSignUp, readSignUp, requestSignUp, sendSignUpLink, signUp } from '@stoa/contracts/users';
import { noSuchOrganization } from '@stoa/errors';
import { signInButtons } from '@stoa/policy';
import { RpcClient } from '@stoa/rpc';
import { requestedLanguage } from '@stoa/texts';
import { RateLimits } from '../../access/rate-limits/rate-limits';
import { RealmLookup } from '../../access/realms/realm-lookup';
import type { RealmFacts } from '../../access/realms/realm-store';
import { Browsers, type SignedIn } from '../../http/browsers';
import { Endpoint, EndpointController } from '../../http/endpoint.decorator';
import type { RequestContext } from '../../http/request-context';

/** Accounts that people make for themselves (organization.md 11): the organization is the host's, and mails are counted. */
@EndpointController()
export class SignUpsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly realms: RealmLookup,
    private readonly limits: RateLimits,
    private readonly browsers: Browsers,
  ) {}

  @Endpoint(openSignUp)
  async open(ctx: RequestContext, { key, is_reusable }: RequestOf<typeof openSignUp>): Promise<Buffer> {
    const realm = await this.realmOf(ctx);
    const has_providers = signInButtons(realm.signInButtons, realm.authenticationMethods).length > 0;
    return this.rpc.callRaw(readSignUp, ctx, { realm_id: realm.id, key: key ?? null, is_reusable, has_providers });
  }

  @Endpoint(requestSignUp)
  async request(ctx: RequestContext, { email, link_key }: RequestOf<typeof requestSignUp>): Promise<Buffer> {
    const realm = await this.realmOf(ctx);
    await this.limits.countSignUpMail(ctx.http.ipAddress);
    const place = { realm_id: realm.id, partition: realm.partition, realm_url: this.realms.urlOf(realm) };
    return this.rpc.callRaw(sendSignUpLink, ctx, { ...place, email, link_key: link_key ?? null });
  }

  @Endpoint(signUp)
  async signUp(ctx: RequestContext, params: RequestOf<typeof signUp>): Promise<SignedIn> {
    const realm = await this.realmOf(ctx);
    const opened = await this.rpc.call(makeOwnAccount, ctx, {
      ...(await this.browsers.of(ctx, realm.id)),
      ...params,
      partition: realm.partition,
      realm_host: this.realms.hostOf(realm),
      language: requestedLanguage(ctx.http.headers['accept-language']),
    });
    return this.browsers.signIn(ctx, opened);
  }

  private async realmOf(ctx: RequestContext): Promise<RealmFacts> {
    const realm = await this.realms.findByHost(ctx.http.host);
    if (!realm) throw noSuchOrganization();
    return realm;
  }
}
