import type { RequestOf } from '@stoa/contracts/rpc';
import {
  closeCurrentSession,
  closeOtherSessions,
  devLogIn,
  endOtherSessions,
  listSessions,
  logIn,
  logOut,
  openDevSession,
  readSessions,
} from '@stoa/contracts/users';
import { badRequest, noSuchOrganization } from '@stoa/errors';
import { RpcClient } from '@stoa/rpc';
import { RealmLookup } from '../../access/realms/realm-lookup';
import { Browsers, type SignedIn } from '../../http/browsers';
import { currentSession } from '../../http/current-session';
import { PasswordSignIns } from '../../http/password-sign-ins';
import { noSessionCookie } from '../../access/sessions/session-cookie';
import { GatewayEnvironment } from '../../gateway-environment';
import { Answer, Endpoint, EndpointController } from '../../http/endpoint.decorator';
import type { RequestContext, UserContext } from '../../http/request-context';

/** Sessions of browsers (identity.md 1): what sets the cookie, or has to know which session asks. */
@EndpointController()
export class SessionsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly realms: RealmLookup,
    private readonly signIns: PasswordSignIns,
    private readonly browsers: Browsers,
    private readonly environment: GatewayEnvironment,
  ) {}

  @Endpoint(logIn)
  async logIn(ctx: RequestContext, { username, password }: RequestOf<typeof logIn>): Promise<SignedIn> {
    const realmId = await this.realmOf(ctx);
    return this.browsers.signIn(ctx, await this.signIns.open(ctx, ctx, { realmId, username, password }));
  }

  @Endpoint(devLogIn)
  async devLogIn(ctx: RequestContext, { username }: RequestOf<typeof devLogIn>): Promise<SignedIn> {
    if (this.environment.STOA_MODE !== 'development') throw badRequest('Endpoint not available in production.');
    const realmId = await this.realmOf(ctx);
    const browser = await this.browsers.of(ctx, realmId);
    return this.browsers.signIn(ctx, await this.rpc.call(openDevSession, ctx, { ...browser, username }));
  }

  @Endpoint(logOut)
  async logOut(ctx: UserContext): Promise<Answer<{ provider_url?: string }>> {
    const closed = await this.rpc.call(closeCurrentSession, ctx, { current_session_id: currentSession(ctx) });
    return new Answer(closed, '', { 'set-cookie': noSessionCookie(ctx.http.isSecure) });
  }

  @Endpoint(listSessions)
  list(ctx: UserContext): Promise<Buffer> {
    return this.rpc.callRaw(readSessions, ctx, { current_session_id: currentSession(ctx) });
  }

  @Endpoint(endOtherSessions)
  endOthers(ctx: UserContext): Promise<Buffer> {
    return this.rpc.callRaw(closeOtherSessions, ctx, { current_session_id: currentSession(ctx) });
  }

  private async realmOf(ctx: RequestContext): Promise<number> {
    const realm = await this.realms.findByHost(ctx.http.host);
    if (!realm) throw noSuchOrganization();
    return realm.id;
  }
}
