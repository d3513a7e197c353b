import { Injectable } from '@nestjs/common';
import { followAddressLink, openAddressLink } from '@stoa/contracts/push';
import { RpcClient } from '@stoa/rpc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerTexts } from '../../access/answer-language';
import { RateLimits } from '../../access/rate-limits/rate-limits';
import { GuardedRoutes, pathPart } from '../../http/guarded-routes';
import { LARGEST_STRANGER_BODY_BYTES } from '../../overload/body-budget';
import { pageHeaders } from '../page';
import { PageRequests } from '../page-requests';
import { askingPage, donePage, unknownLinkPage } from './address-check-pages';

/**
 * Links by which mails to a suspended address are switched on again (mail-and-integrations.md 5), without a login: the
 * key is the proof. The first sends a mail to the address; the second, in that mail, confirms it.
 */
@Injectable()
export class AddressCheckRoutes {
  constructor(
    private readonly requests: PageRequests,
    private readonly rpc: RpcClient,
    private readonly limits: RateLimits,
    private readonly routes: GuardedRoutes,
  ) {}

  register(fastify: FastifyInstance): void {
    const path = '/accounts/mail/:step/:key';
    const route = {
      methods: ['GET', 'POST'],
      urls: [path, `${path}/`],
      gate: 'requests',
      bodyLimit: LARGEST_STRANGER_BODY_BYTES,
      failure: 'no address could be confirmed',
    } as const;
    this.routes.add(fastify, route, (request, reply) => this.answer(request, reply));
  }

  private async answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.limits.countGuess(request.ip);
    const { id: realmId } = await this.requests.realmOf(request);
    const texts = answerTexts(request);
    const context = this.requests.contextOf(request);
    const given = { realmId, step: pathPart(request, 'step'), key: pathPart(request, 'key') };
    const isPost = request.method === 'POST';
    const { link } = await this.rpc.call(isPost ? followAddressLink : openAddressLink, context, given);
    const shown = link === null ? unknownLinkPage(texts) : isPost ? donePage(texts, link) : askingPage(texts, link);
    await reply.headers(pageHeaders(texts.tag)).send(shown);
  }
}
