import { Injectable } from '@nestjs/common';
import { noSuchOrganization } from '@stoa/errors';
import type { CallContext } from '@stoa/rpc';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RealmLookup } from '../access/realms/realm-lookup';
import type { RealmFacts } from '../access/realms/realm-store';
import type { SessionHolder } from '../access/sessions/session-store';
import { Sessions, foreignPageRefusal, ownOrigin } from '../access/sessions/sessions';
import { GatewayEnvironment } from '../gateway-environment';
import type { BrowserRequest } from '../http/browsers';

const FOUND = 302;

/** What the pages that browsers open ask of a request. */
@Injectable()
export class PageRequests {
  constructor(
    private readonly environment: GatewayEnvironment,
    private readonly realms: RealmLookup,
    private readonly sessions: Sessions,
  ) {}

  /** @throws DomainError 404 where there is no organization */
  async realmOf({ host }: FastifyRequest): Promise<RealmFacts> {
    const realm = await this.realms.findByHost(host);
    if (!realm) throw noSuchOrganization();
    return realm;
  }

  /** Whose session the browser has here, if it may be used. */
  async holderOf(request: FastifyRequest): Promise<SessionHolder | undefined> {
    const holder = await this.sessions.find({ cookie: request.headers.cookie, isSecure: this.isSecure });
    return holder && (await this.sessions.isAdmitted(holder, request.host)) ? holder : undefined;
  }

  /** @throws DomainError CSRF_FAILED (403) for a form that a page of another site may have sent */
  refuseForeign(request: FastifyRequest): void {
    const refusal = foreignPageRefusal(request, this.environment.STOA_EXTERNAL_SCHEME);
    if (refusal) throw refusal;
  }

  contextOf({ id: requestId }: FastifyRequest): CallContext {
    return { requestId, deadlineAt: Date.now() + this.environment.STOA_HTTP_DEADLINE_SECONDS * 1000 };
  }

  browserOf({ headers, ip: ipAddress }: FastifyRequest): BrowserRequest {
    return { http: { headers, ipAddress, isSecure: this.isSecure } };
  }

  /** Scheme, host and port (if not the default) under which the browser sees the page. */
  originOf(request: FastifyRequest): string {
    return ownOrigin(request, this.environment.STOA_EXTERNAL_SCHEME);
  }

  /** Browsers open these addresses over HTTPS. */
  get isSecure(): boolean {
    return this.environment.STOA_EXTERNAL_SCHEME === 'https';
  }
}

/** Parameters in the address of a page. */
export function pageQuery({ url }: FastifyRequest): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1));
}

/** Sends a browser elsewhere. */
export async function redirect(reply: FastifyReply, location: string): Promise<void> {
  await reply.code(FOUND).headers({ location, 'cache-control': 'no-store' }).send('');
}
