import { Injectable } from '@nestjs/common';
import { safeNext } from '@stoa/policy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerTexts } from '../../access/answer-language';
import { RateLimits } from '../../access/rate-limits/rate-limits';
import { RealmLookup } from '../../access/realms/realm-lookup';
import type { RealmFacts } from '../../access/realms/realm-store';
import { GuardedRoutes, type Serve } from '../../http/guarded-routes';
import { formFields } from '../../http/request-body';
import { LARGEST_STRANGER_BODY_BYTES } from '../../overload/body-budget';
import { pageHeaders } from '../page';
import { PagePlaces } from '../page-places';
import { PageRequests, pageQuery, redirect } from '../page-requests';
import { type ChoiceForm, choicePage, deactivatedPage } from './organization-pages';

/** Seconds after which whoever opens an organization that has moved is at its successor. */
const MOVES_ON_SECONDS = 5;

/** Pages about which organization somebody looks for, and what has become of it (identity.md 1.3). */
@Injectable()
export class OrganizationRoutes {
  constructor(
    private readonly requests: PageRequests,
    private readonly places: PagePlaces,
    private readonly realms: RealmLookup,
    private readonly limits: RateLimits,
    private readonly routes: GuardedRoutes,
  ) {}

  register(fastify: FastifyInstance): void {
    const add = (url: string, methods: readonly string[], serve: Serve): void => {
      const failure = 'a page about an organization could not be served';
      const bodyLimit = LARGEST_STRANGER_BODY_BYTES;
      this.routes.add(fastify, { methods, urls: [url, `${url}/`], gate: 'requests', bodyLimit, failure }, serve);
    };
    add('/accounts/go', ['GET', 'HEAD', 'POST'], (request, reply) => this.choose(request, reply));
    add('/accounts/deactivated', ['GET', 'HEAD'], (request, reply) => this.sayDeactivated(request, reply));
  }

  private async choose(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (request.method !== 'POST') {
      const next = pageQuery(request).get('next') ?? '';
      return this.askWhich(request, reply, { next, subdomain: '', isUnknown: false });
    }
    this.requests.refuseForeign(request);
    await this.limits.countGuess(request.ip);
    const { subdomain = '', next = '' } = formFields(request);
    const realm = await this.named(subdomain);
    if (!realm) return this.askWhich(request, reply, { next, subdomain, isUnknown: true });
    const url = this.realms.urlOf(realm);
    const path = safeNext(next, url);
    await redirect(reply, `${url}/login/${path === undefined ? '' : `?next=${encodeURIComponent(path)}`}`);
  }

  private async askWhich(request: FastifyRequest, reply: FastifyReply, form: ChoiceForm): Promise<void> {
    const texts = answerTexts(request);
    // The form leads to the host of any organization, which browsers hold against this policy, too.
    const targets = ` ${this.requests.isSecure ? 'https:' : 'http:'}`;
    await reply.headers(pageHeaders(texts.tag, targets)).send(choicePage(texts, form));
  }

  /** The organization that somebody names by its subdomain, host or address. */
  private async named(text: string): Promise<RealmFacts | undefined> {
    const [name = ''] = text
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .split('/');
    if (name === '') return undefined;
    return /[.:]/.test(name) ? this.realms.findByKnownHost(name) : this.realms.findBySubdomain(name);
  }

  private async sayDeactivated(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const realm = await this.realms.findByHost(request.host);
    if (!realm) return this.places.answerNobody(request, reply);
    if (await this.places.leadToOwnHost(request, reply, realm)) return;
    if (!realm.isDeactivated) return redirect(reply, '/login/');
    const successor = successorOf(realm);
    const texts = answerTexts(request);
    void reply.headers(pageHeaders(texts.tag));
    const isHere = successor !== undefined && (await this.realms.findByKnownHost(successor.host)) !== undefined;
    if (isHere) void reply.header('refresh', `${MOVES_ON_SECONDS}; url=${successor.href}`);
    await reply.send(deactivatedPage(texts, request.host, successor?.href));
  }
}

/** Where an organization has moved to. An import may have brought anything: what no browser opens is none. */
function successorOf({ deactivatedRedirect: address }: RealmFacts): URL | undefined {
  if (address === null || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
}
