import { Injectable } from '@nestjs/common';
import { openInvitation, requestSignUp, signUp } from '@stoa/contracts/users';
import { DomainError, noSuchOrganization } from '@stoa/errors';
import { type CallContext, RpcClient } from '@stoa/rpc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requestedLanguage } from '@stoa/texts';
import { type AnswerTexts, answerTexts } from '../../access/answer-language';
import { GatewayEnvironment } from '../../gateway-environment';
import { GuardedRoutes, pathPart } from '../../http/guarded-routes';
import { formFields } from '../../http/request-body';
import { LARGEST_STRANGER_BODY_BYTES } from '../../overload/body-budget';
import { RateLimits } from '../../access/rate-limits/rate-limits';
import { RealmLookup } from '../../access/realms/realm-lookup';
import type { RealmFacts } from '../../access/realms/realm-store';
import { accountReadyPage, addressPage, mailSentPage, registrationPage } from './sign-up-pages';

/** A request at an organization's host. */
interface Visit {
  request: FastifyRequest;
  realm: RealmFacts;
  context: CallContext;
  texts: AnswerTexts;
}
/** @returns the page */
type Answer = (visit: Visit) => Promise<string>;

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
  'content-type': 'text/html; charset=utf-8',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/**
 * Pages for people without an account, whom an invitation brought here: plain forms, no script. The key in the address is
 * the proof that somebody was invited, or has the address.
 */
@Injectable()
export class SignUpRoutes {
  constructor(
    private readonly environment: GatewayEnvironment,
    private readonly rpc: RpcClient,
    private readonly realms: RealmLookup,
    private readonly limits: RateLimits,
    private readonly routes: GuardedRoutes,
  ) {}

  register(fastify: FastifyInstance): void {
    this.route(fastify, 'GET', '/accounts/do_confirm/:key', (visit) => this.openInvitation(visit));
    this.route(fastify, 'GET', '/join/:key', (visit) => this.openLink(visit));
    this.route(fastify, 'POST', '/join/:key', (visit) => this.requestSignUp(visit, keyOf(visit.request)));
    this.route(fastify, 'POST', '/accounts/home', (visit) => this.requestSignUp(visit, null));
    this.route(fastify, 'POST', '/accounts/register', (visit) => this.signUp(visit));
  }

  /** With and without a slash at the end: links are copied both ways. */
  private route(fastify: FastifyInstance, method: 'GET' | 'POST', path: string, answer: Answer): void {
    const route = {
      methods: [method],
      urls: [path, `${path}/`],
      gate: 'requests',
      bodyLimit: LARGEST_STRANGER_BODY_BYTES,
      failure: 'nobody could sign up',
    } as const;
    this.routes.add(fastify, route, (request, reply) => this.answer(request, reply, answer));
  }

  private async answer(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<void> {
    await this.limits.countGuess(request.ip);
    const visit = await this.visitOf(request);
    const page = await answer(visit);
    await reply.headers({ ...HEADERS, 'content-language': visit.texts.tag }).send(page);
  }

  private async visitOf(request: FastifyRequest): Promise<Visit> {
    const realm = await this.realms.findByHost(request.host);
    if (!realm) throw noSuchOrganization();
    const deadlineAt = Date.now() + this.environment.STOA_HTTP_DEADLINE_SECONDS * 1000;
    return { request, realm, context: { requestId: request.id, deadlineAt }, texts: answerTexts(request) };
  }

  private async openInvitation({ request, realm, context, texts }: Visit): Promise<string> {
    const key = keyOf(request);
    const opened = await this.rpc.call(openInvitation, context, { realmId: realm.id, key, isMultiuse: false });
    return registrationPage(texts, { organization: opened.organization, email: opened.email ?? '' }, key);
  }

  private async openLink({ request, realm, context, texts }: Visit): Promise<string> {
    const key = keyOf(request);
    const opened = await this.rpc.call(openInvitation, context, { realmId: realm.id, key, isMultiuse: true });
    return addressPage(texts, opened.organization, `/join/${encodeURIComponent(key)}/`);
  }

  private async requestSignUp({ request, realm, context, texts }: Visit, linkKey: string | null): Promise<string> {
    const email = fieldOf(request, 'email');
    await this.limits.countSignUpMail(request.ip);
    await this.rpc.call(requestSignUp, context, { ...this.realmOf(realm), email, linkKey });
    return mailSentPage(texts, email);
  }

  private async signUp({ request, realm, context, texts }: Visit): Promise<string> {
    const [key, fullName, password] = [
      fieldOf(request, 'key'),
      fieldOf(request, 'full_name'),
      fieldOf(request, 'password'),
    ];
    const { realmUrl, ...ofRealm } = this.realmOf(realm);
    const language = requestedLanguage(request.headers['accept-language']);
    await this.rpc.call(signUp, context, { ...ofRealm, key, fullName, password, language });
    return accountReadyPage(texts, realmUrl);
  }

  private realmOf(realm: RealmFacts) {
    const { id: realmId, partition } = realm;
    return { realmId, partition, realmHost: this.realms.hostOf(realm), realmUrl: this.realms.urlOf(realm) };
  }
}

function keyOf(request: FastifyRequest): string {
  return pathPart(request, 'key');
}

/** @throws DomainError as endpoints do for a parameter that is missing */
function fieldOf(request: FastifyRequest, name: string): string {
  const value = formFields(request)[name];
  if (typeof value === 'string') return value;
  throw new DomainError('REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`, { data: { var_name: name } });
}
