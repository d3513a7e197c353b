import { Injectable } from '@nestjs/common';
import type { Actor, Surface } from '@stoa/contracts/rpc';
import { DomainError } from '@stoa/errors';
import type { FastifyRequest } from 'fastify';
import { actorOf } from '../access/authentication/actor-of';
import { Authenticator } from '../access/authentication/authenticator';
import type { Holder } from '../access/authentication/api-key-store';
import { Callers } from '../access/callers';
import { clientName } from '../http/client-name';
import { RealmLookup } from '../access/realms/realm-lookup';
import { RateLimits } from '../access/rate-limits/rate-limits';

/**
 * Who asks at a path outside of the API: Basic credentials, a parameter `api_key`, the session of a browser, or nobody
 * (messages.md 15, identity.md 1.1).
 */
@Injectable()
export class FileActors {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly callers: Callers,
    private readonly realms: RealmLookup,
    private readonly limits: RateLimits,
  ) {}

  /**
   * Wrong credentials count against the caller's address, as they do for endpoints.
   * @param surfaces what may say who asks, in this order
   * @returns undefined without credentials
   * @throws DomainError 401 for wrong ones, 429; 403 for what a page of another site may have sent
   */
  async actorOf(
    request: FastifyRequest,
    surfaces: readonly Surface[] = ['key', 'session'],
  ): Promise<Actor | undefined> {
    try {
      for (const surface of surfaces) {
        const holder = await (surface === 'key' ? this.byKey(request) : this.bySession(request));
        if (holder) return actorOf(holder, this.realms, clientName(request.headers['user-agent'], undefined));
      }
      return undefined;
    } catch (error) {
      if (error instanceof DomainError) await this.limits.countGuess(request.ip);
      throw error;
    }
  }

  private async byKey(request: FastifyRequest): Promise<Holder | undefined> {
    const { authorization: header } = request.headers;
    const { host } = request;
    const connection = request.raw.socket;
    const key = header === undefined ? queryOf(request).get('api_key') : null;
    if (header === undefined && key === null) return undefined;
    const holder = await (key === null
      ? this.authenticator.authenticate({ header, connection, host, allowsWebhookBots: false })
      : this.authenticator.authenticateByKey(key, host));
    request.callerLanguage = holder.language;
    return holder;
  }

  private async bySession(request: FastifyRequest): Promise<Holder | undefined> {
    return (await this.callers.identify(request, 'session', { auth: 'optional' }))?.holder;
  }
}

/** The query, which the framework leaves alone. */
export function queryOf(request: FastifyRequest): URLSearchParams {
  const url = request.raw.url ?? '';
  const start = url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1));
}
