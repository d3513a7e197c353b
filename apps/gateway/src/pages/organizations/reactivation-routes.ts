import { Injectable } from '@nestjs/common';
import { applyReactivation, readReactivation } from '@stoa/contracts/organization';
import { RpcClient } from '@stoa/rpc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerTexts } from '../../access/answer-language';
import { RateLimits } from '../../access/rate-limits/rate-limits';
import { GuardedRoutes, type Serve, pathPart } from '../../http/guarded-routes';
import { formFields } from '../../http/request-body';
import { LARGEST_STRANGER_BODY_BYTES } from '../../overload/body-budget';
import { pageHeaders } from '../page';
import { PageRequests } from '../page-requests';
import { askingPage, donePage, unknownLinkPage } from './reactivation-pages';

/** Links by which owners activate their organization again (organization.md 13), without a login: the key is the proof. */
@Injectable()
export class ReactivationRoutes {
  constructor(
    private readonly requests: PageRequests,
    private readonly limits: RateLimits,
    private readonly rpc: RpcClient,
    private readonly routes: GuardedRoutes,
  ) {}

  register(fastify: FastifyInstance): void {
    const add = (url: string, method: string, serve: Serve): void => {
      const failure = 'an organization could not be reactivated';
      const bodyLimit = LARGEST_STRANGER_BODY_BYTES;
      this.routes.add(
        fastify,
        { methods: [method], urls: [url, `${url}/`], gate: 'requests', bodyLimit, failure },
        serve,
      );
    };
    add('/reactivate/:key', 'GET', (request, reply) => this.ask(request, reply));
    add('/reactivate', 'POST', (request, reply) => this.apply(request, reply));
  }

  private async ask(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.limits.countGuess(request.ip);
    const { id: realmId, name } = await this.requests.realmOf(request);
    const key = pathPart(request, 'key');
    const { isOpen } = await this.rpc.call(readReactivation, this.requests.contextOf(request), { realmId, key });
    const texts = answerTexts(request);
    const shown = isOpen ? askingPage(texts, name, key) : unknownLinkPage(texts, name);
    await reply.headers(pageHeaders(texts.tag)).send(shown);
  }

  private async apply(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.limits.countGuess(request.ip);
    const { id: realmId, partition, name } = await this.requests.realmOf(request);
    const { key = '' } = formFields(request);
    const given = { realmId, partition, key };
    const { isActive } = await this.rpc.call(applyReactivation, this.requests.contextOf(request), given);
    const texts = answerTexts(request);
    await reply.headers(pageHeaders(texts.tag)).send(isActive ? donePage(texts, name) : unknownLinkPage(texts, name));
  }
}
