import { Injectable } from '@nestjs/common';
import { DomainError } from '@stoa/errors';
import { safeNext } from '@stoa/policy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerTexts } from '../../access/answer-language';
import type { RealmFacts } from '../../access/realms/realm-store';
import { Browsers } from '../../http/browsers';
import { FactorSignIns } from '../../http/factor-sign-ins';
import { GuardedRoutes } from '../../http/guarded-routes';
import { PasswordSignIns } from '../../http/password-sign-ins';
import { formFields } from '../../http/request-body';
import { LARGEST_STRANGER_BODY_BYTES } from '../../overload/body-budget';
import { ClientPages } from '../client-pages';
import { pageHeaders } from '../page';
import { PageRequests, pageQuery, redirect } from '../page-requests';
import { codeFormOf, codePage, signInPage, signInProblem } from './sign-in-pages';

/**
 * The sign-in page and its plain form (identity.md 1.3). Browsers get the page of the web client, which asks under /json;
 * the form is for what runs no scripts.
 */
@Injectable()
export class SignInRoutes {
  constructor(
    private readonly requests: PageRequests,
    private readonly browsers: Browsers,
    private readonly signIns: PasswordSignIns,
    private readonly factors: FactorSignIns,
    private readonly routes: GuardedRoutes,
    private readonly pages: ClientPages,
  ) {}

  register(fastify: FastifyInstance): void {
    const route = {
      methods: ['GET', 'HEAD', 'POST'],
      urls: ['/login', '/login/', '/accounts/login', '/accounts/login/'],
      gate: 'requests',
      bodyLimit: LARGEST_STRANGER_BODY_BYTES,
      failure: 'the sign-in page could not be served',
    } as const;
    this.routes.add(fastify, route, (request, reply) => this.serve(request, reply));
  }

  private async serve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (request.method === 'POST') return this.submit(request, reply, await this.requests.realmOf(request));
    const query = pageQuery(request);
    const next = safeNext(query.get('next') ?? undefined, this.requests.originOf(request)) ?? '/';
    const holder = STAYING.some((name) => query.has(name)) ? undefined : await this.requests.holderOf(request);
    if (holder) return redirect(reply, next);
    if (await this.pages.answerAtRoute(request, reply)) return;
    const { name: organization } = await this.requests.realmOf(request);
    const texts = answerTexts(request);
    const page = signInPage(texts, { organization, next, username: '' });
    await reply.headers(pageHeaders(texts.tag)).send(page);
  }

  private async submit(request: FastifyRequest, reply: FastifyReply, realm: RealmFacts): Promise<void> {
    this.requests.refuseForeign(request);
    const fields = formFields(request);
    const next = safeNext(fields.next, this.requests.originOf(request)) ?? '/';
    const texts = answerTexts(request);
    try {
      void reply.header('set-cookie', await this.cookieFor(request, realm.id));
      await redirect(reply, next);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const codeForm = fields.factor_token === undefined ? codeFormOf(error, next) : undefined;
      const page = codeForm ? codePage(texts, codeForm) : this.refusal(request, realm, { error, next });
      await reply.headers(pageHeaders(texts.tag)).send(page);
    }
  }

  /** `Set-Cookie` of a sign-in with what the form says: name and password, or the code that finishes one. */
  private async cookieFor(request: FastifyRequest, realmId: number): Promise<string> {
    const { username = '', password = '', factor_token, code = '' } = formFields(request);
    const ctx = this.requests.contextOf(request);
    const browser = this.requests.browserOf(request);
    if (factor_token === undefined) {
      return this.browsers.cookieOf(browser, await this.signIns.open(ctx, browser, { realmId, username, password }));
    }
    const { headers } = await this.factors.signIn(ctx, browser, { realmId, factor_token, code });
    return headers['set-cookie'] ?? '';
  }

  /** The form again, with why nobody was let in. @throws DomainError what is no matter of a form */
  private refusal(request: FastifyRequest, realm: RealmFacts, { error, next }: Refusal): string {
    const { username = '', factor_token: factorToken } = formFields(request);
    const texts = answerTexts(request);
    if (factorToken !== undefined && error.code === 'AUTHENTICATION_FAILED') {
      return codePage(texts, { factorToken, next, problem: texts.write('page.codeWrong') });
    }
    const problem = signInProblem(texts, error, username);
    if (problem === undefined) throw error;
    return signInPage(texts, { organization: realm.name, next, username, problem });
  }
}

/** With these the page is for people who are signed in, too: to look at it, or to sign an app in. */
const STAYING = ['preview', 'mobile_flow_otp', 'desktop_flow_otp'];

interface Refusal {
  error: DomainError;
  next: string;
}
