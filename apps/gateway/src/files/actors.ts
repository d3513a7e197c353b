import { Injectable } from '@nestjs/common';
import { Actor } from '@stoa/contracts/rpc';
import { DomainError } from '@stoa/errors';
import type { FastifyRequest } from 'fastify';
import { actorOf } from '../access/authentication/actor-of';
import { KeyHolder } from '../access/authentication/api-key-store';
import { Authenticator } from '../access/authentication/authenticator';
import { clientName } from '../http/client-name';
import { RealmLookup } from '../access/realms/realm-lookup';
import { RateLimits } from '../access/rate-limits/rate-limits';

/** Who asks at a path outside of the API: Basic credentials, a parameter `api_key`, or nobody (messages.md 15). */
@Injectable()
export class FileActors {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly realms: RealmLookup,
    private readonly limits: RateLimits,
  ) {}

  /**
   * Wrong credentials count against the caller's address, as they do for endpoints.
   * @returns undefined without credentials
   * @throws DomainError 401 for wrong ones, 429
   */
  async actorOf(request: FastifyRequest): Promise<Actor | undefined> {
    try {
      const holder = await this.holderOf(request);
      return holder && actorOf(holder, this.realms, clientName(request.headers['user-agent'], undefined));
    } catch (error) {
      if (error instanceof DomainError) await this.limits.countGuess(request.ip);
      throw error;
    }
  }

  private async holderOf(request: FastifyRequest): Promise<KeyHolder | undefined> {
    const { authorization: header } = request.headers;
    const { host } = request;
    if (header !== undefined) return this.authenticator.authenticate({ header, host, allowsWebhookBots: false });
    const key = queryOf(request).get('api_key');
    return key === null ? undefined : this.authenticator.authenticateByKey(key, host);
  }
}

/** The query, which the framework leaves alone. */
export function queryOf(request: FastifyRequest): URLSearchParams {
  const url = request.raw.url ?? '';
  const start = url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1));
}
