import { Injectable } from '@nestjs/common';
import { openUnsubscribeLink } from '@stoa/contracts/push';
import { unsubscribeFromMail } from '@stoa/contracts/users';
import { noSuchOrganization } from '@stoa/errors';
import { RpcClient } from '@stoa/rpc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerTexts } from '../../access/answer-language';
import { RateLimits } from '../../access/rate-limits/rate-limits';
import { RealmLookup } from '../../access/realms/realm-lookup';
import { GatewayEnvironment } from '../../gateway-environment';
import { GuardedRoutes, pathPart } from '../../http/guarded-routes';
import { LARGEST_STRANGER_BODY_BYTES } from '../../overload/body-budget';
import { pageHeaders } from '../page';
import { askingPage, unknownLinkPage, unsubscribedPage } from './unsubscribe-pages';

/**
 * Links that end mails (mail-and-integrations.md 3), without a login: the key is the proof. Opening one shows a page that
 * asks; pressing its button, or the one of a mail program (`List-Unsubscribe-Post`), ends the mails.
 */
@Injectable()
export class UnsubscribeRoutes {
  constructor(
    private readonly environment: GatewayEnvironment,
    private readonly rpc: RpcClient,
    private readonly realms: RealmLookup,
    private readonly limits: RateLimits,
    private readonly routes: GuardedRoutes,
  ) {}

  register(fastify: FastifyInstance): void {
    const path = '/accounts/unsubscribe/:type/:key';
    const route = {
      methods: ['GET', 'POST'],
      urls: [path, `${path}/`],
      gate: 'requests',
      bodyLimit: LARGEST_STRANGER_BODY_BYTES,
      failure: 'nobody could unsubscribe',
    } as const;
    this.routes.add(fastify, route, (request, reply) => this.answer(request, reply));
  }

  private async answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.limits.countGuess(request.ip);
    const realm = await this.realms.findByHost(request.host);
    if (!realm) throw noSuchOrganization();
    const texts = answerTexts(request);
    const headers = pageHeaders(texts.tag);
    const context = {
      requestId: request.id,
      deadlineAt: Date.now() + this.environment.STOA_HTTP_DEADLINE_SECONDS * 1000,
    };
    const given = { type: pathPart(request, 'type'), key: pathPart(request, 'key') };
    const { link } = await this.rpc.call(openUnsubscribeLink, context, given);
    if (!link) {
      await reply.headers(headers).send(unknownLinkPage(texts));
      return;
    }
    if (request.method === 'POST') {
      const { id: realmId, partition } = realm;
      await this.rpc.call(unsubscribeFromMail, context, { realmId, partition, ...link });
    }
    const page = request.method === 'POST' ? unsubscribedPage : askingPage;
    await reply.headers(headers).send(page(texts, link.type, realm.name));
  }
}
