import { Injectable } from '@nestjs/common';
import {
  ExternalSignInOutcome,
  finishExternalSignIn,
  receiveLogOutToken,
  redeemDesktopSignIn,
  signInByProxy,
  signInByToken,
  signInNatively,
  startExternalSignIn,
} from '@stoa/contracts/users';
import { badRequest, noSuchOrganization } from '@stoa/errors';
import { AppSignIn, SESSION_TOKEN_PATTERN, answersByForm, readAppSignIn, safeNext } from '@stoa/policy';
import { type CallContext, RpcClient } from '@stoa/rpc';
import { requestedLanguage } from '@stoa/texts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerTexts } from '../../access/answer-language';
import { RateLimits } from '../../access/rate-limits/rate-limits';
import { RealmLookup } from '../../access/realms/realm-lookup';
import type { RealmFacts } from '../../access/realms/realm-store';
import { type CookieFacts, sessionCookie } from '../../access/sessions/session-cookie';
import { Sessions } from '../../access/sessions/sessions';
import { browserCookies, browserTokenOf, padHashOf, postedTokenOf } from '../../access/sessions/sign-in-cookies';
import { GatewayEnvironment } from '../../gateway-environment';
import { parseUserAgent } from '../../http/client-name';
import { GuardedRoutes, Serve, pathPart } from '../../http/guarded-routes';
import { formFields } from '../../http/request-body';
import { LARGEST_STRANGER_BODY_BYTES } from '../../overload/body-budget';
import { AppPage, copyPage, pastePage } from './app-pages';
import { LogOutGuesses } from './log-out-guesses';
import { RemoteUserTrust } from './remote-user-trust';
import { SamlPages } from './saml-pages';

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
    private readonly saml: SamlPages,
    private readonly proxy: RemoteUserTrust,
    private readonly guesses: LogOutGuesses,
    private readonly routes: GuardedRoutes,
  ) {}

  register(fastify: FastifyInstance): void {
    const common = {
      gate: 'requests',
      failure: 'nobody could sign in',
      bodyLimit: LARGEST_STRANGER_BODY_BYTES,
    } as const;
    const add = (paths: readonly string[], serve: Serve, methods: readonly string[] = ['GET']): void => {
      const urls = paths.flatMap((path) => [path, `${path}/`]);
      this.routes.add(fastify, { ...common, methods, urls }, serve);
    };
    const below = (path: string) => [`${path}/:kind`, `${path}/:kind/:key`];
    add(below('/accounts/login/social'), (request, reply) => this.start(request, reply, false));
    add(below('/accounts/register/social'), (request, reply) => this.start(request, reply, true));
    add(['/accounts/login/start/sso', '/accounts/login/sso'], (request, reply) => this.byProxy(request, reply));
    add(['/accounts/login/jwt'], (request, reply) => this.byToken(request, reply), ['POST']);
    add(['/complete/:kind'], (request, reply) => this.finish(request, reply), ['GET', 'POST']);
    add(['/complete/oidc/logout'], (request, reply) => this.logOutByProvider(request, reply), ['POST']);
    this.routes.add(fastify, { ...common, methods: ['GET'], urls: ['/saml/metadata.xml'] }, (request, reply) =>
      this.admitted(request).then((realm) => this.saml.metadata(request, reply, realm)),
    );
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
    const cookies = browserCookies(this.cookieFacts(request), answersByForm(pathPart(request, 'kind')));
    const realmUrl = this.realms.urlOf(realm);
    const linkKey = query.get('multiuse_object_key') || null;
    const { replaced_session_id } = await this.browserOf(request, realm.id);
    const answer = await this.rpc.call(startExternalSignIn, this.context(request), {
      ...this.placeOf(realm),
      realm_id: realm.id,
      provider: [pathPart(request, 'kind'), pathPart(request, 'key')].filter((part) => part !== '').join('/'),
      is_sign_up: isSignUp,
      next: safeNext(query.get('next') ?? undefined, realmUrl) ?? '/',
      app,
      link_key: linkKey,
      browser_token: cookies.token,
      replaced_session_id,
    });
    if (answer.result === 'refused') {
      // Its own page says whether the invitation has expired, or was revoked.
      const isOfLink = answer.reason === 'link-closed' && linkKey !== null;
      return this.go(reply, isOfLink ? `/join/${encodeURIComponent(linkKey)}/` : signInPage(answer.reason));
    }
    return this.go(reply.header('set-cookie', cookies.setCookies), answer.location);
  }

  /** Somebody whom the operator's proxy has signed in, and names with the request (identity.md 5.7). */
  private async byProxy(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const realm = await this.admitted(request);
    const query = queryOf(request);
    const app = appOf(query);
    const isDesktopApp = parseUserAgent(request.headers['user-agent']).name === DESKTOP_APP;
    if (isDesktopApp && app === null) return this.show(reply, pastePage(answerTexts(request), this.isSecure));
    const cookies = browserCookies(this.cookieFacts(request), false);
    const outcome = await this.rpc.call(signInByProxy, this.context(request), {
      ...(await this.browserOf(request, realm.id)),
      ...this.placeOf(realm),
      name: this.proxy.nameOf(request.raw) ?? null,
      is_sign_up: query.get('is_signup') === '1',
      next: safeNext(query.get('next') ?? undefined, this.realms.urlOf(realm)) ?? '/',
      app,
      link_key: query.get('multiuse_object_key') || null,
      browser_token: cookies.token,
      language: requestedLanguage(request.headers['accept-language']),
    });
    // Of a session the cookie takes its place; who is asked for a name needs it.
    if (outcome.result === 'ask') void reply.header('set-cookie', cookies.setCookies);
    await this.answer(request, reply, outcome);
  }

  /** A page of the organization's own has the browser post a token (identity.md 1.8). */
  private async byToken(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const realm = await this.admitted(request);
    const form = formOf(request);
    const cookies = browserCookies(this.cookieFacts(request), false);
    const outcome = await this.rpc.call(signInByToken, this.context(request), {
      ...(await this.browserOf(request, realm.id)),
      ...this.placeOf(realm),
      token: form.get('token') ?? '',
      origin: request.headers.origin ?? null,
      next: safeNext(form.get('next') ?? undefined, this.realms.urlOf(realm)) ?? '/',
      browser_token: cookies.token,
      language: requestedLanguage(request.headers['accept-language']),
    });
    if (outcome.result === 'ask') void reply.header('set-cookie', cookies.setCookies);
    await this.answer(request, reply, outcome);
  }

  private async finish(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const realm = await this.admitted(request);
    const kind = pathPart(request, 'kind');
    const isForm = answersByForm(kind);
    if (kind === 'saml' && request.method === 'GET') return this.go(reply, await this.saml.logOut(request, realm));
    // Each kind answers in one way: what comes otherwise is no answer, whatever it says.
    if (isForm !== (request.method === 'POST')) return this.go(reply, signInPage('expired'));
    const answer = isForm ? formOf(request) : queryOf(request);
    if (kind === 'saml' && !SESSION_TOKEN_PATTERN.test(answer.get('RelayState') ?? '')) {
      const start = await this.saml.signInOf(request, realm, answer.get('SAMLResponse') ?? '');
      return this.go(reply, start ?? signInPage('unsolicited'));
    }
    if (kind === 'apple' && answer.get('native_flow') === 'true') {
      return this.finishNatively(request, reply, realm, answer);
    }
    const facts = this.cookieFacts(request);
    const outcome = await this.rpc.call(finishExternalSignIn, this.context(request), {
      ...(await this.browserOf(request, realm.id)),
      ...this.placeOf(realm),
      kind,
      query: answer.toString(),
      browser_token: isForm ? postedTokenOf(facts) : browserTokenOf(facts),
      language: requestedLanguage(request.headers['accept-language']),
      knows_confirmations: true,
    });
    await this.answer(request, reply, outcome);
  }

  /** An app brings Apple's token itself. What it gets is of use to the app alone; who has no account is asked for a name. */
  private async finishNatively(
    request: FastifyRequest,
    reply: FastifyReply,
    realm: RealmFacts,
    form: URLSearchParams,
  ): Promise<void> {
    const idToken = form.get('id_token') ?? '';
    if (idToken === '') throw badRequest('Missing id_token parameter');
    const app = appOf(form);
    if (app === null) throw badRequest('Invalid OTP');
    const cookies = browserCookies(this.cookieFacts(request), false);
    const outcome = await this.rpc.call(signInNatively, this.context(request), {
      ...(await this.browserOf(request, realm.id)),
      ...this.placeOf(realm),
      id_token: idToken,
      is_sign_up: form.get('is_signup') === '1',
      app,
      link_key: form.get('multiuse_object_key') || null,
      browser_token: cookies.token,
      language: requestedLanguage(request.headers['accept-language']),
    });
    await this.answer(request, reply.header('set-cookie', cookies.setCookies), outcome);
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

  /** A provider says without a browser that somebody has signed out there; what it says wrongly is counted. */
  private async logOutByProvider(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    this.guesses.assertMayGuess(request.ip);
    const realm = await this.realms.findByHost(request.host);
    if (!realm) throw noSuchOrganization();
    const told = { realm_id: realm.id, partition: realm.partition, token: formOf(request).get('logout_token') ?? '' };
    const { is_accepted: isAccepted } = await this.rpc.call(receiveLogOutToken, this.context(request), told);
    if (!isAccepted) await this.guesses.countWrong(request.ip);
    const body = isAccepted ? '' : '{"error":"invalid_request"}';
    const headers = { 'cache-control': 'no-store', 'content-type': 'application/json' };
    await reply
      .code(isAccepted ? 200 : 400)
      .headers(headers)
      .send(body);
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
      case 'linked':
        return this.go(reply, settingsPage(outcome.problem));
      case 'confirmed': {
        const { session, next, problem } = outcome;
        const renewed = session && sessionCookie(session.token, session.max_age_seconds, this.isSecure);
        if (renewed) void reply.header('set-cookie', renewed);
        return this.go(reply, confirmedPage(next, problem));
      }
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

/** @throws DomainError 415 for bodies that are no forms */
function formOf(request: FastifyRequest): URLSearchParams {
  const fields = Object.entries(formFields(request)).map(([name, value]) => [name, value ?? '']);
  return new URLSearchParams(fields);
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

/** Where whoever is signed in began. */
function settingsPage(problem: string | null): string {
  const query = problem === null ? '' : `?${new URLSearchParams({ identity_problem: problem }).toString()}`;
  return `/${query}#settings/account-and-privacy`;
}

/** Where whoever is signed in was asked for it, with how it ended. @param next path of this host */
function confirmedPage(next: string, problem: string | null): string {
  const page = new URL(next, 'http://here');
  page.searchParams.set('confirmation', problem ?? 'done');
  return page.pathname + page.search + page.hash;
}

function signInPage(reason: string, deactivated?: string): string {
  const query = new URLSearchParams(deactivated === undefined ? { error: reason } : {});
  if (deactivated !== undefined) query.set('is_deactivated', deactivated);
  return `/login/?${query.toString()}`;
}
