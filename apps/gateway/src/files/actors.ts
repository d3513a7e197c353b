import { Injectable } from '@nestjs/common';
import { Actor } from '@stoa/contracts/rpc';
import type { FastifyRequest } from 'fastify';
import { actorOf } from '../access/authentication/actor-of';
import { KeyHolder } from '../access/authentication/api-key-store';
import { Authenticator } from '../access/authentication/authenticator';
import { clientName } from '../http/client-name';
import { RealmLookup } from '../access/realms/realm-lookup';

/** Who asks at a path outside of the API: Basic credentials, a parameter `api_key`, or nobody (messages.md 15). */
@Injectable()
export class FileActors {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly realms: RealmLookup,
  ) {}

  /** @returns undefined without credentials. @throws DomainError 401 for wrong ones */
  async actorOf(request: FastifyRequest): Promise<Actor | undefined> {
    const { authorization: header } = request.headers;
    const key = queryOf(request).get('api_key');
    if (header !== undefined) {
      const { host } = request;
      return this.toActor(await this.authenticator.authenticate({ header, host, allowsWebhookBots: false }), request);
    }
    if (key === null) return undefined;
    return this.toActor(await this.authenticator.authenticateByKey(key, request.host), request);
  }

  private toActor(holder: KeyHolder, request: FastifyRequest): Actor {
    return actorOf(holder, this.realms, clientName(request.headers['user-agent'], undefined));
  }
}

/** The query, which the framework leaves alone. */
export function queryOf(request: FastifyRequest): URLSearchParams {
  const url = request.raw.url ?? '';
  const start = url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1));
}
