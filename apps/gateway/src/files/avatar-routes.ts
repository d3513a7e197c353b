import { Injectable } from '@nestjs/common';
import type { Actor } from '@stoa/contracts/rpc';
import { findAvatar } from '@stoa/contracts/users';
import { DomainError, notLoggedIn } from '@stoa/errors';
import { RpcClient } from '@stoa/rpc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GatewayEnvironment } from '../gateway-environment';
import { GuardedRoutes, pathPart } from '../http/guarded-routes';
import { RealmLookup } from '../access/realms/realm-lookup';
import { redirectLocation } from '../http/redirect-location';
import { FileActors } from './actors';

/** `GET /avatar/{user_id or email}` and `/medium`: to wherever the avatar is now (users.md 1). */
@Injectable()
export class AvatarRoutes {
  constructor(
    private readonly environment: GatewayEnvironment,
    private readonly rpc: RpcClient,
    private readonly actors: FileActors,
    private readonly realms: RealmLookup,
    private readonly routes: GuardedRoutes,
  ) {}

  register(fastify: FastifyInstance): void {
    for (const [url, isMedium] of [
      ['/avatar/:who', false],
      ['/avatar/:who/medium', true],
    ] as const) {
      const route = {
        methods: ['GET', 'HEAD'],
        urls: [url],
        gate: 'requests',
        failure: 'an avatar was not found',
      } as const;
      this.routes.add(fastify, route, (request, reply) => this.redirect(request, reply, isMedium));
    }
  }

  private async redirect(request: FastifyRequest, reply: FastifyReply, is_medium: boolean): Promise<void> {
    const who = pathPart(request, 'who');
    if (who === '') throw new DomainError('BAD_REQUEST', 'No such user', { status: 404 });
    const actor = await this.actors.actorOf(request);
    const realm_id = actor ? actor.realmId : await this.spectatedRealm(request, who);
    const deadlineAt = Date.now() + this.environment.STOA_HTTP_DEADLINE_SECONDS * 1000;
    const context: { requestId: string; deadlineAt: number; actor?: Actor } = {
      requestId: request.id,
      deadlineAt,
      actor,
    };
    const { url } = await this.rpc.call(findAvatar, context, { realm_id, who, is_medium });
    const location = redirectLocation(url, request.raw.url ?? '');
    await reply.code(302).headers({ location, 'cache-control': 'private, no-cache' }).send('');
  }

  /** Without an account: where spectators are let in, and only by id. */
  private async spectatedRealm(request: FastifyRequest, who: string): Promise<number> {
    const realm = await this.realms.findByHost(request.host);
    if (!realm?.isSpectatorAccessEnabled || !/^\d+$/.test(who)) throw notLoggedIn();
    return realm.id;
  }
}
