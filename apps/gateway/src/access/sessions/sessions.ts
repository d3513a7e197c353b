import { Injectable, Optional } from '@nestjs/common';
import { DomainError, badRequest } from '@stoa/errors';
import { Metrics, meterCache } from '@stoa/observability';
import {
  SESSION_TOKEN_PATTERN,
  crossSiteReason,
  foreignPageReason,
  hashSessionToken,
  sessionState,
} from '@stoa/policy';
import { SharedVersions } from '@stoa/redis';
import type { FastifyRequest } from 'fastify';
import { GatewayEnvironment } from '../../gateway-environment';
import { isSameHash, nameOfHash } from '../authentication/hashes';
import { ConfirmedCopies } from '../confirmed-copies';
import { RealmLookup } from '../realms/realm-lookup';
import { CookieFacts, sessionTokenOf } from './session-cookie';
import { SessionHolder, SessionStore } from './session-store';

/**
 * Finds the session of a browser's cookie (identity.md 1). As with keys, one that was read less than 0.8 s ago is taken
 * without another read as long as nothing of its organization's access has changed; others are read (decision 034).
 */
@Injectable()
export class Sessions {
  private readonly holders: ConfirmedCopies<SessionHolder>;

  constructor(
    private readonly environment: GatewayEnvironment,
    private readonly store: SessionStore,
    private readonly realms: RealmLookup,
    versions: SharedVersions,
    @Optional() metrics?: Metrics,
  ) {
    this.holders = new ConfirmedCopies(versions, ({ realmId }) => realmId);
    if (metrics) meterCache(metrics, 'sessions', this.holders);
  }

  /**
   * @param alongside runs for a live session, at most once, while it is asked whether a copy is current
   * @returns undefined without a session that is live, or would be if its account were: see {@link assertAdmitted}
   */
  async find(
    facts: CookieFacts,
    alongside?: (holder: SessionHolder) => Promise<void>,
  ): Promise<SessionHolder | undefined> {
    const token = sessionTokenOf(facts);
    if (token === undefined || !SESSION_TOKEN_PATTERN.test(token)) return undefined;
    const hash = hashSessionToken(this.environment.STOA_API_KEY_SECRET, token);
    const name = nameOfHash(hash);
    const found = this.holders.find(name);
    const known = found instanceof Promise ? await found : found;
    const isLive = known !== undefined && isSameHash(known.tokenName, name) && sessionState(known) === 'live';
    if (isLive) {
      const [isCurrent] = await Promise.all([this.holders.confirm(known), alongside?.(known)]);
      if (isCurrent) return known;
    }
    const holder = await this.holders.read(name, () => this.store.findByHash(hash));
    if (!holder || !isSameHash(holder.tokenName, name) || sessionState(holder) === 'ended') return undefined;
    if (!isLive && sessionState(holder) === 'live') await alongside?.(holder);
    return holder;
  }

  /** Whether the session may be used at a host. */
  async isAdmitted(holder: SessionHolder, host: string): Promise<boolean> {
    return sessionState(holder) === 'live' && (await this.realms.subdomainOf(host)) === holder.stringId;
  }

  /** @throws DomainError 401 with a code of identity.md 1.1; 400 at the host of another organization */
  async assertAdmitted(holder: SessionHolder, host: string): Promise<void> {
    const state = sessionState(holder);
    if (state === 'realm-deactivated') throw refused('REALM_DEACTIVATED', 'This organization has been deactivated');
    if (state === 'user-deactivated') throw refused('USER_DEACTIVATED', 'Account is deactivated');
    if ((await this.realms.subdomainOf(host)) !== holder.stringId) {
      throw badRequest('Account is not associated with this subdomain');
    }
  }
}

type OriginFacts = Pick<FastifyRequest, 'method' | 'headers' | 'host'>;

/**
 * CSRF_FAILED (403) for what a page of another site may have sent with the browser's cookie.
 * @param scheme of the addresses that browsers open
 */
export function crossSiteRefusal(request: OriginFacts, scheme: string): DomainError | undefined {
  const csrfHeader = [request.headers['x-csrftoken']].flat()[0];
  return csrfFailed(crossSiteReason({ ...originOf(request, scheme), csrfHeader }));
}

/** The same for forms of pages, which cannot send a header of their own. */
export function foreignPageRefusal(request: OriginFacts, scheme: string): DomainError | undefined {
  return csrfFailed(foreignPageReason(originOf(request, scheme)));
}

/** Scheme, host and port (if not the default) under which browsers see the host of a request. */
export function ownOrigin({ host }: Pick<FastifyRequest, 'host'>, scheme: string): string {
  return `${scheme}://${host.toLowerCase()}`;
}

function originOf(request: OriginFacts, scheme: string) {
  const { method, headers } = request;
  return { method, ownOrigin: ownOrigin(request, scheme), origin: headers.origin, referer: headers.referer };
}

function csrfFailed(reason: string | undefined): DomainError | undefined {
  if (reason === undefined) return undefined;
  return new DomainError('CSRF_FAILED', `CSRF error: ${reason}`, { status: 403, data: { reason } });
}

function refused(code: 'REALM_DEACTIVATED' | 'USER_DEACTIVATED', message: string): DomainError {
  return new DomainError(code, message, { status: 401 });
}
