import { Injectable } from '@nestjs/common';
import { confirmEmailChange } from '@stoa/contracts/users';
import { noSuchOrganization } from '@stoa/errors';
import { RpcClient } from '@stoa/rpc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerTexts } from '../../access/answer-language';
import { GatewayEnvironment } from '../../gateway-environment';
import { GuardedRoutes, pathPart } from '../../http/guarded-routes';
import { RealmLookup } from '../../access/realms/realm-lookup';
import { RateLimits } from '../../access/rate-limits/rate-limits';

/** Links of mails: opened in a browser, without credentials; the key in the link is the proof. */
@Injectable()
export class ConfirmationRoutes {
  constructor(
    private readonly environment: GatewayEnvironment,
    private readonly rpc: RpcClient,
    private readonly realms: RealmLookup,
    private readonly limits: RateLimits,
    private readonly routes: GuardedRoutes,
  ) {}

  register(fastify: FastifyInstance): void {
    const urls = ['/accounts/confirm_new_email/:key'];
    const route = { methods: ['GET'], urls, gate: 'requests', failure: 'an address was not confirmed' } as const;
    this.routes.add(fastify, route, async (request, reply) => {
      await this.limits.countGuess(request.ip);
      await this.confirmEmail(request, pathPart(request, 'key'));
      await sendText(request, reply);
    });
  }

  private async confirmEmail(request: FastifyRequest, key: string): Promise<void> {
    const realm = await this.realms.findByHost(request.headers.host ?? '');
    if (!realm) throw noSuchOrganization();
    const deadlineAt = Date.now() + this.environment.STOA_HTTP_DEADLINE_SECONDS * 1000;
    const { id: realmId, partition } = realm;
    const realmHost = this.realms.hostOf(realm);
    await this.rpc.call(
      confirmEmailChange,
      { requestId: request.id, deadlineAt },
      { realmId, partition, realmHost, key },
    );
  }
}

async function sendText(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { tag, write } = answerTexts(request);
  const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'content-language': tag };
  await reply.headers({ ...headers, 'content-type': 'text/plain; charset=utf-8' }).send(write('page.addressChanged'));
}
