import { Injectable } from '@nestjs/common';
import {
  ExternalSignInOutcome,
  finishExternalSignIn,
  redeemDesktopSignIn,
  startExternalSignIn,
} from '@stoa/contracts/users';
import { badRequest, noSuchOrganization } from '@stoa/errors';
import { AppSignIn, safeNext, readAppSignIn } from '@stoa/policy';
import { type CallContext, RpcClient } from '@stoa/rpc';
import { requestedLanguage } from '@stoa/texts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerTexts } from '../../access/answer-language';
import { RateLimits } from '../../access/rate-limits/rate-limits';
import { RealmLookup } from '../../access/realms/realm-lookup';
import type { RealmFacts } from '../../access/realms/realm-store';
import { type CookieFacts, sessionCookie } from '../../access/sessions/session-cookie';
import { Sessions } from '../../access/sessions/sessions';
import { browserCookie, browserTokenOf, padHashOf } from '../../access/sessions/sign-in-cookies';
import { GatewayEnvironment } from '../../gateway-environment';
import { parseUserAgent } from '../../http/client-name';
import { GuardedRoutes, Serve, pathPart } from '../../http/guarded-routes';
import { AppPage, copyPage, pastePage } from './app-pages';

/** User agent of installed desktop apps. */
const DESKTOP_APP = 'ZulipElectron';
/** Addresses that lead on have codes, tickets and keys in them: nobody keeps or passes them on. */
const LEADING_ON = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

/**
 * The way to an identity provider and back, which browsers go by themselves (identity.md 1.3 to 1.7). Whatever fails leads
 * to the sign-in page, which says why.
 */
@Injectable()
export class ExternalSignInRoutes {
  constructor(
    private readonly environment: GatewayEnvironment,
    private readonly rpc: RpcClient,
    private readonly realms: RealmLookup,
    private readonly limits: RateLimits,
    private readonly sessions: Sessions,
    private readonly routes: GuardedRoutes,
  ) {}

  register(fastify: FastifyInstance): void {
    const add = (paths: readonly string[], serve: Serve): void => {
      const urls = paths.flatMap((path) => [path, `${path}/`]);
      const route = { methods: ['GET'], urls, gate: 'requests', failure: 'nobody could sign in' } as const;
      this.routes.add(fastify, route, serve);
    };
    const below = (path: string) => [`${path}/:kind`, `${path}/:kind/:key`];
    add(below('/accounts/login/social'), (request, reply) => this.start(request, reply, false));
    add(below('/accounts/register/social'), (request, reply) => this.start(request, reply, true));
    add(['/complete/:kind'], (request, reply) => this.finish(request, reply));
    add(['/accounts/login/subdomain/:token'], (request, reply) => this.redeem(request, reply));
  }

  private async start(request: FastifyRequest, reply: FastifyReply, isSignUp: boolean): Promise<void> {
    const realm = await this.admitted(request);
    // Providers lead back to the organization's own host, where the browser must have its cookie.
    const ownAddress = await this.realms.ownAddressOf(request, realm);
    if (ownAddress !== undefined) return this.go(reply, ownAddress);
    const query = queryOf(request);
    const app = appOf(query);
    const isDesktopApp = parseUserAgent(request.headers['user-agent']).name === DESKTOP_APP;
    if (isDesktopApp && app === null) return this.show(reply, pastePage(answerTexts(request), this.isSecure));
    const cookie = browserCookie(this.cookieFacts(request));
    const realmUrl = this.realms.urlOf(realm);
    const linkKey = query.get('multiuse_object_key') || null;
    const answer = await this.rpc.call(startExternalSignIn, this.context(request), {
      ...this.placeOf(realm),
      realm_id: realm.id,
      provider: [pathPart(request, 'kind'), pathPart(request, 'key')].filter((part) => part !== '').join('/'),
      is_sign_up: isSignUp,
      next: safeNext(query.get('next') ?? undefined, realmUrl) ?? '/',
      app,
      link_key: linkKey,
      browser_token: cookie.token,
    });
    if (answer.result === 'refused') {
      // Its own page says whether the invitation has expired, or was revoked.
      const isOfLink = answer.reason === 'link-closed' && linkKey !== null;
      return this.go(reply, isOfLink ? `/join/${encodeURIComponent(linkKey)}/` : signInPage(answer.reason));
    }
    return this.go(reply.header('set-cookie', cookie.setCookie), answer.location);
  }

  private async finish(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const realm = await this.admitted(request);
    const outcome = await this.rpc.call(finishExternalSignIn, this.context(request), {
      ...(await this.browserOf(request, realm.id)),
      ...this.placeOf(realm),
      kind: pathPart(request, 'kind'),
      query: queryOf(request).toString(),
      browser_token: browserTokenOf(this.cookieFacts(request)),
      language: requestedLanguage(request.headers['accept-language']),
    });
    await this.answer(request, reply, outcome);
  }

  /** In the desktop app, with the token that was pasted. */
  private async redeem(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const realm = await this.admitted(request);
    const outcome = await this.rpc.call(redeemDesktopSignIn, this.context(request), {
      ...(await this.browserOf(request, realm.id)),
      partition: realm.partition,
      token: pathPart(request, 'token'),
      pad_hash: padHashOf(this.cookieFacts(request)),
    });
    await this.answer(request, reply, outcome);
  }

  private async answer(request: FastifyRequest, reply: FastifyReply, outcome: ExternalSignInOutcome): Promise<void> {
    switch (outcome.result) {
      case 'session': {
        const { token, max_age_seconds: maxAgeSeconds } = outcome.session;
        return this.go(reply.header('set-cookie', sessionCookie(token, maxAgeSeconds, this.isSecure)), outcome.next);
      }
      case 'phone':
        return this.go(reply, outcome.location);
      case 'desktop':
        return this.show(reply, copyPage(answerTexts(request), outcome.text));
      case 'ask':
        return this.go(reply, `/accounts/register/external/${outcome.ticket}`);
      case 'refused':
        return this.go(reply, signInPage(outcome.reason, outcome.email));
    }
  }

  /** @throws DomainError for strangers that ask too often, and where there is no organization */
  private async admitted(request: FastifyRequest): Promise<RealmFacts> {
    await this.limits.countGuess(request.ip);
    const realm = await this.realms.findByHost(request.host);
    if (!realm) throw noSuchOrganization();
    return realm;
  }

  private async browserOf(request: FastifyRequest, realmId: number) {
    const before = await this.sessions.find(this.cookieFacts(request));
    return {
      realm_id: realmId,
      ip_address: request.ip,
      user_agent: request.headers['user-agent'] ?? '',
      replaced_session_id: before?.sessionId ?? null,
    };
  }

  private placeOf(realm: RealmFacts) {
    const { partition } = realm;
    return { partition, realm_host: this.realms.hostOf(realm), realm_url: this.realms.urlOf(realm) };
  }

  private context(request: FastifyRequest): CallContext {
    const deadlineAt = Date.now() + this.environment.STOA_HTTP_DEADLINE_SECONDS * 1000;
    return { requestId: request.id, deadlineAt };
  }

  private cookieFacts({ headers }: FastifyRequest): CookieFacts {
    return { cookie: headers.cookie, isSecure: this.isSecure };
  }

  private get isSecure(): boolean {
    return this.environment.STOA_EXTERNAL_SCHEME === 'https';
  }

  /** As it is: apps have schemes of their own. */
  private async go(reply: FastifyReply, location: string): Promise<void> {
    await reply.code(302).headers(LEADING_ON).header('location', location).send();
  }

  private async show(reply: FastifyReply, { html, headers }: AppPage): Promise<void> {
    await reply.headers(headers).send(html);
  }
}

function queryOf({ url }: FastifyRequest): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1));
}

/** @throws DomainError (400) for a pad that is none */
function appOf(query: URLSearchParams): AppSignIn | null {
  const app = readAppSignIn({
    mobile_flow_otp: query.get('mobile_flow_otp') ?? undefined,
    desktop_flow_otp: query.get('desktop_flow_otp') ?? undefined,
  });
  if (typeof app === 'string') throw badRequest(app);
  return app;
}

function signInPage(reason: string, deactivated?: string): string {
  const query = new URLSearchParams(deactivated === undefined ? { error: reason } : {});
  if (deactivated !== undefined) query.set('is_deactivated', deactivated);
  return `/login/?${query.toString()}`;
}
