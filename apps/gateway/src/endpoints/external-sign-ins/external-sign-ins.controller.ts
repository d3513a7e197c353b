import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import {
  externalSignUp,
  handOverSession,
  makeExternalAccount,
  openExternalSignUp,
  readExternalSignUp,
  signInApp,
} from '@stoa/contracts/users';
import { badRequest, noSuchOrganization, notLoggedIn } from '@stoa/errors';
import { readAppSignIn } from '@stoa/policy';
import { RpcClient } from '@stoa/rpc';
import { requestedLanguage } from '@stoa/texts';
import { RealmLookup } from '../../access/realms/realm-lookup';
import type { RealmFacts } from '../../access/realms/realm-store';
import { noSessionCookie, sessionCookie } from '../../access/sessions/session-cookie';
import { browserTokenOf } from '../../access/sessions/sign-in-cookies';
import { Browsers } from '../../http/browsers';
import { Answer, Endpoint, EndpointController } from '../../http/endpoint.decorator';
import type { RequestContext, UserContext } from '../../http/request-context';

/** What pages ask on behalf of people whom a provider vouches for, and of apps (identity.md 1.6, 1.7, 3.6). */
@EndpointController()
export class ExternalSignInsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly realms: RealmLookup,
    private readonly browsers: Browsers,
  ) {}

  @Endpoint(openExternalSignUp)
  async open(ctx: RequestContext, { ticket }: RequestOf<typeof openExternalSignUp>): Promise<Buffer> {
    const { id: realm_id } = await this.realmOf(ctx);
    return this.rpc.callRaw(readExternalSignUp, ctx, { realm_id, ticket, browser_token: tokenOf(ctx) });
  }

  @Endpoint(externalSignUp)
  async signUp(ctx: RequestContext, given: RequestOf<typeof externalSignUp>) {
    const realm = await this.realmOf(ctx);
    const made = await this.rpc.call(makeExternalAccount, ctx, {
      ...(await this.browsers.of(ctx, realm.id)),
      ...given,
      partition: realm.partition,
      realm_host: this.realms.hostOf(realm),
      realm_url: this.realms.urlOf(realm),
      browser_token: tokenOf(ctx),
      language: requestedLanguage(ctx.http.headers['accept-language']),
    });
    const { email, user_id, token, max_age_seconds: maxAgeSeconds } = made.session;
    const cookie = sessionCookie(token, maxAgeSeconds, ctx.http.isSecure);
    return new Answer({ email, user_id, next: made.next, ...padOf(made.app) }, '', { 'set-cookie': cookie });
  }

  @Endpoint(signInApp)
  async signInApp(ctx: UserContext, pads: RequestOf<typeof signInApp>) {
    const { sessionId, ipAddress, headers, isSecure } = ctx.http;
    if (sessionId === undefined) throw notLoggedIn();
    const app = readAppSignIn(pads);
    if (app === null) throw badRequest('Invalid OTP');
    if (typeof app === 'string') throw badRequest(app);
    const browser = { user_agent: headers['user-agent'] ?? '', ip_address: ipAddress };
    const handedOver = await this.rpc.call(handOverSession, ctx, { current_session_id: sessionId, app, ...browser });
    return new Answer(handedOver, '', { 'set-cookie': noSessionCookie(isSecure) });
  }

  private async realmOf(ctx: RequestContext): Promise<RealmFacts> {
    const realm = await this.realms.findByHost(ctx.http.host);
    if (!realm) throw noSuchOrganization();
    return realm;
  }
}

function tokenOf({ http }: RequestContext): string | null {
  return browserTokenOf({ cookie: http.headers.cookie, isSecure: http.isSecure });
}

/** The pad under the name by which it came. */
function padOf(app: RpcResponse<typeof makeExternalAccount>['app']) {
  if (app === null) return {};
  return app.app === 'phone' ? { mobile_flow_otp: app.pad } : { desktop_flow_otp: app.pad };
}
