import { Injectable } from '@nestjs/common';
import { findSamlProvider, readSamlMetadata, receiveSamlLogOut } from '@stoa/contracts/users';
import { protocolErrors } from '@stoa/http-params';
import { RpcClient } from '@stoa/rpc';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RealmLookup } from '../../access/realms/realm-lookup';
import type { RealmFacts } from '../../access/realms/realm-store';
import { PageRequests, pageQuery } from '../page-requests';

/** What browsers bring from providers of SAML besides answers to sign-ins, and what providers read (identity.md 5.4 to 5.6). */
@Injectable()
export class SamlPages {
  constructor(
    private readonly rpc: RpcClient,
    private readonly realms: RealmLookup,
    private readonly requests: PageRequests,
  ) {}

  /**
   * Somebody comes from a provider without having been sent there: he may be sent, so that his browser has asked.
   * @returns path of the sign-in; undefined where the organization does not want that
   */
  async signInOf(request: FastifyRequest, realm: RealmFacts, answer: string): Promise<string | undefined> {
    const asked = { realm_id: realm.id, answer };
    const { key } = await this.rpc.call(findSamlProvider, this.requests.contextOf(request), asked);
    return key === null ? undefined : `/accounts/login/social/saml/${key}`;
  }

  /** @returns where the browser goes on: to the provider with the answer, or to the sign-in page */
  async logOut(request: FastifyRequest, realm: RealmFacts): Promise<string> {
    // An answer to a log-out that began here changes nothing: the session has ended before.
    if (!pageQuery(request).has('SAMLRequest')) return '/login/';
    const { location } = await this.rpc.call(receiveSamlLogOut, this.requests.contextOf(request), {
      realm_id: realm.id,
      partition: realm.partition,
      realm_url: this.realms.urlOf(realm),
      query: request.url.slice(request.url.indexOf('?') + 1),
    });
    return location ?? '/login/';
  }

  /** @throws DomainError 404 where there is no such provider */
  async metadata(request: FastifyRequest, reply: FastifyReply, realm: RealmFacts): Promise<void> {
    const { metadata } = await this.rpc.call(readSamlMetadata, this.requests.contextOf(request), {
      realm_id: realm.id,
      realm_url: this.realms.urlOf(realm),
      key: pageQuery(request).get('idp'),
    });
    if (metadata === null) throw protocolErrors.noSuchPath();
    const headers = { 'content-type': 'text/xml; charset=utf-8', 'x-content-type-options': 'nosniff' };
    await reply.headers({ ...headers, 'cache-control': 'no-store' }).send(metadata);
  }
}
