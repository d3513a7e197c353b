import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import {
  closeCurrentSession,
  closeOtherSessions,
  devLogIn,
  endOtherSessions,
  listSessions,
  logIn,
  logOut,
  openDevSession,
  openSession,
  readSessions,
} from '@stoa/contracts/users';
import { badRequest, noSuchOrganization, notLoggedIn } from '@stoa/errors';
import { RpcClient } from '@stoa/rpc';
import { RateLimits } from '../../access/rate-limits/rate-limits';
import { RealmLookup } from '../../access/realms/realm-lookup';
import { noSessionCookie, sessionCookie } from '../../access/sessions/session-cookie';
import { Sessions } from '../../access/sessions/sessions';
import { GatewayEnvironment } from '../../gateway-environment';
import { Answer, Endpoint, EndpointController } from '../../http/endpoint.decorator';
import type { RequestContext, UserContext } from '../../http/request-context';

type SignedIn = Answer<{ email: string; user_id: number }>;

/** Sessions of browsers (identity.md 1): what sets the cookie, or has to know which session asks. */
@EndpointController()
export class SessionsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly realms: RealmLookup,
    private readonly limits: RateLimits,
    private readonly sessions: Sessions,
    private readonly environment: GatewayEnvironment,
  ) {}

  @Endpoint(logIn)
  async logIn(ctx: RequestContext, { username, password }: RequestOf<typeof logIn>): Promise<SignedIn> {
    const realmId = await this.realmOf(ctx);
    await this.limits.countLogin(realmId, username);
    const opened = await this.rpc.call(openSession, ctx, {
      ...(await this.browserOf(ctx, realmId)),
      username,
      password,
    });
    await this.limits.clearLogins(realmId, username);
    return signedIn(ctx, opened);
  }

  @Endpoint(devLogIn)
  async devLogIn(ctx: RequestContext, { username }: RequestOf<typeof devLogIn>): Promise<SignedIn> {
    if (this.environment.STOA_MODE !== 'development') throw badRequest('Endpoint not available in production.');
    const realmId = await this.realmOf(ctx);
    const browser = await this.browserOf(ctx, realmId);
    return signedIn(ctx, await this.rpc.call(openDevSession, ctx, { ...browser, username }));
  }

  @Endpoint(logOut)
  async logOut(ctx: UserContext): Promise<Answer<object>> {
    await this.rpc.call(closeCurrentSession, ctx, { current_session_id: currentSession(ctx) });
    return new Answer({}, '', { 'set-cookie': noSessionCookie(ctx.http.isSecure) });
  }

  @Endpoint(listSessions)
  list(ctx: UserContext): Promise<Buffer> {
    return this.rpc.callRaw(readSessions, ctx, { current_session_id: currentSession(ctx) });
  }

  @Endpoint(endOtherSessions)
  endOthers(ctx: UserContext): Promise<Buffer> {
    return this.rpc.callRaw(closeOtherSessions, ctx, { current_session_id: currentSession(ctx) });
  }

  /** The session that the browser has already ends with a new one: nobody can prepare it for somebody else. */
  private async browserOf({ http }: RequestContext, realmId: number) {
    const { headers, isSecure, ipAddress } = http;
    const before = await this.sessions.find({ cookie: headers.cookie, isSecure });
    return {
      realm_id: realmId,
      ip_address: ipAddress,
      user_agent: headers['user-agent'] ?? '',
      replaced_session_id: before?.sessionId ?? null,
    };
  }

  private async realmOf(ctx: RequestContext): Promise<number> {
    const realm = await this.realms.findByHost(ctx.http.host);
    if (!realm) throw noSuchOrganization();
    return realm.id;
  }
}

function signedIn({ http }: RequestContext, opened: RpcResponse<typeof openSession>): SignedIn {
  const cookie = sessionCookie(opened.token, opened.max_age_seconds, http.isSecure);
  return new Answer({ email: opened.email, user_id: opened.user_id }, '', { 'set-cookie': cookie });
}

/** @throws DomainError 401 for a caller without one */
function currentSession({ http }: UserContext): number {
  if (http.sessionId === undefined) throw notLoggedIn();
  return http.sessionId;
}
