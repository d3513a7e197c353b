import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AnswerTexts, answerTexts } from '../access/answer-language';
import { RealmLookup } from '../access/realms/realm-lookup';
import type { RealmFacts } from '../access/realms/realm-store';
import { escaped, page, pageHeaders } from './page';
import { pageQuery, redirect } from './page-requests';

const NOT_FOUND = 404;
const FINDER = '/accounts/find/';
const CHOICE = '/accounts/go/';
const DEACTIVATED = '/accounts/deactivated/';

/** Whether the host of a request is the place for a page of an organization (identity.md 1.3). */
@Injectable()
export class PagePlaces {
  constructor(private readonly realms: RealmLookup) {}

  /**
   * Answers where it is not: no organization is there, or has another host, or is not in use any more.
   * @returns false where the page may be shown; nothing was sent then
   */
  async leadOn(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const realm = await this.realms.findByHost(request.host);
    if (!realm) await this.answerNobody(request, reply);
    else if (realm.isDeactivated) await redirect(reply, DEACTIVATED);
    else return this.leadToOwnHost(request, reply, realm);
    return true;
  }

  /** @returns false at the own host of an organization */
  async leadToOwnHost(request: FastifyRequest, reply: FastifyReply, realm: RealmFacts): Promise<boolean> {
    const address = await this.realms.ownAddressOf(request, realm);
    if (address !== undefined) await redirect(reply, address);
    return address !== undefined;
  }

  /** Answers where there is no organization. */
  async answerNobody(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (await this.realms.isRoot(request.host)) {
      const next = pageQuery(request).get('next');
      return redirect(reply, next === null ? CHOICE : `${CHOICE}?next=${encodeURIComponent(next)}`);
    }
    const texts = answerTexts(request);
    await reply.code(NOT_FOUND).headers(pageHeaders(texts.tag)).send(unknownHostPage(texts, request.host));
  }
}

/** Shown at a host that no organization has. */
function unknownHostPage({ tag, write }: AnswerTexts, host: string): string {
  const body = `<p><a href="${FINDER}">${escaped(write('page.findOrganizations'))}</a></p>`;
  return page(tag, { title: write('page.unknownHost'), text: write('page.unknownHostText', { host }), body });
}
