import { Injectable } from '@nestjs/common';
import type { CallerAuth, Surface } from '@stoa/contracts/rpc';
import { notLoggedIn } from '@stoa/errors';
import type { FastifyRequest } from 'fastify';
import type { Holder } from './authentication/api-key-store';
import { Authenticator } from './authentication/authenticator';
import { GatewayEnvironment } from '../gateway-environment';
import { type CookieFacts, sessionTokenOf } from './sessions/session-cookie';
import { SessionUses } from './sessions/session-uses';
import { Sessions, crossSiteRefusal } from './sessions/sessions';

/** Whoever makes a request. */
export interface Caller {
  holder: Holder;
  /** Of a browser. */
  sessionId?: number;
}

/** What an endpoint asks of its callers. */
export interface Admission {
  auth: CallerAuth;
  allowsWebhookBots?: boolean;
  isPoll?: boolean;
  /** Runs once it is known who calls, at most once, in the same round trip as the question whether that is still so. */
  alongside?: (holder: Holder) => Promise<void>;
}

/**
 * Finds out who makes a request: by the Authorization header under /api/v1, by the session's cookie under /json. Neither
 * counts on the other surface (identity.md 1.1).
 */
@Injectable()
export class Callers {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly sessions: Sessions,
    private readonly uses: SessionUses,
    private readonly environment: GatewayEnvironment,
  ) {}

  /** The cookies of browsers are made for HTTPS, as the addresses are that they open. */
  get isSecure(): boolean {
    return this.environment.STOA_EXTERNAL_SCHEME === 'https';
  }

  /** Whether the request brings something that could say who makes it. */
  hasCredentials(request: FastifyRequest, surface: Surface): boolean {
    if (surface === 'key') return request.headers.authorization !== undefined;
    return sessionTokenOf(this.cookieFacts(request)) !== undefined;
  }

  /**
   * @returns undefined for anonymous callers who are welcome
   * @throws DomainError 401; 403 for what a page of another site may have sent
   */
  identify(request: FastifyRequest, surface: Surface, admission: Admission): Promise<Caller | undefined> {
    return surface === 'key' ? this.byKey(request, admission) : this.bySession(request, admission);
  }

  private cookieFacts({ headers }: FastifyRequest): CookieFacts {
    return { cookie: headers.cookie, isSecure: this.isSecure };
  }

  private async byKey(
    request: FastifyRequest,
    { auth, allowsWebhookBots = false, alongside }: Admission,
  ): Promise<Caller | undefined> {
    const { authorization: header } = request.headers;
    if (auth === 'public' || (auth === 'optional' && header === undefined)) return undefined;
    const { host } = request;
    const connection = request.raw.socket;
    const holder = await this.authenticator.authenticate({ header, connection, host, allowsWebhookBots, alongside });
    request.callerLanguage = holder.language;
    return { holder };
  }

  private async bySession(
    request: FastifyRequest,
    { auth, isPoll, alongside }: Admission,
  ): Promise<Caller | undefined> {
    const refusal = crossSiteRefusal(request, this.environment.STOA_EXTERNAL_SCHEME);
    const find = () => this.sessions.find(this.cookieFacts(request), refusal ? undefined : alongside);
    const holder = auth === 'public' ? undefined : await find();
    request.callerLanguage = holder?.language;
    if (!holder && auth === 'user') throw notLoggedIn();
    if (refusal) throw refusal;
    if (!holder) return undefined;
    await this.sessions.assertAdmitted(holder, request.host);
    if (isPoll !== true) this.uses.note(holder);
    return { holder, sessionId: holder.sessionId };
  }
}
