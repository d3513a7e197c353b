import { Injectable } from '@nestjs/common';
import { sendAccountLists } from '@stoa/contracts/users';
import { DomainError } from '@stoa/errors';
import { RpcClient } from '@stoa/rpc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerLanguage, answerTexts } from '../../access/answer-language';
import { RateLimits } from '../../access/rate-limits/rate-limits';
import { GuardedRoutes } from '../../http/guarded-routes';
import { formFields } from '../../http/request-body';
import { LARGEST_STRANGER_BODY_BYTES } from '../../overload/body-budget';
import { WebClient } from '../../web/web-client';
import { pageHeaders } from '../page';
import { PageRequests } from '../page-requests';
import { finderDonePage, finderPage } from './organization-pages';

const BAD_REQUEST = 400;

/**
 * The account finder (identity.md 1.3), at every host alike, also where there is no organization. Browsers get the page of
 * the web client, which asks under /json; the form is for what runs no scripts.
 */
@Injectable()
export class FinderRoutes {
  constructor(
    private readonly requests: PageRequests,
    private readonly limits: RateLimits,
    private readonly rpc: RpcClient,
    private readonly routes: GuardedRoutes,
    private readonly web: WebClient,
  ) {}

  register(fastify: FastifyInstance): void {
    const route = {
      methods: ['GET', 'HEAD', 'POST'],
      urls: ['/accounts/find', '/accounts/find/'],
      gate: 'requests',
      bodyLimit: LARGEST_STRANGER_BODY_BYTES,
      failure: 'the account finder could not be served',
    } as const;
    this.routes.add(fastify, route, (request, reply) => this.serve(request, reply));
  }

  private async serve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (request.method === 'POST') return this.submit(request, reply);
    if (this.web.answerPage(request, reply)) return;
    const texts = answerTexts(request);
    await reply.headers(pageHeaders(texts.tag)).send(finderPage(texts));
  }

  private async submit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    this.requests.refuseForeign(request);
    await this.limits.countSignUpMail(request.ip);
    const { emails = '' } = formFields(request);
    const texts = answerTexts(request);
    try {
      await this.rpc.call(sendAccountLists, this.requests.contextOf(request), { emails });
    } catch (error) {
      if (!(error instanceof DomainError) || error.status !== BAD_REQUEST) throw error;
      const problem = answerLanguage(request).translate?.(error.message) ?? error.message;
      await reply.headers(pageHeaders(texts.tag)).send(finderPage(texts, { emails, problem }));
      return;
    }
    await reply.headers(pageHeaders(texts.tag)).send(finderDonePage(texts));
  }
}
