import { Injectable } from '@nestjs/common';
import { organizationDeactivated, unauthorized } from '@stoa/errors';
import { protocolErrors } from '@stoa/http-params';
import { SCIM_TOKEN_PATTERN, hashScimToken } from '@stoa/policy';
import type { FastifyRequest } from 'fastify';
import { RateLimits } from '../access/rate-limits/rate-limits';
import type { RealmFacts } from '../access/realms/realm-store';
import { RealmLookup } from '../access/realms/realm-lookup';
import { GatewayEnvironment } from '../gateway-environment';
import { ScimTokenStore } from './scim-token-store';

const BEARER = /^Bearer +(\S+)$/i;

/** The identity provider that asks, and the organization that it provisions. */
export interface ScimCaller {
  tokenId: number;
  realm: RealmFacts;
}

/** Finds out which provider asks: a token opens SCIM of its organization, at the organization's host, and nothing else. */
@Injectable()
export class ScimCallers {
  constructor(
    private readonly environment: GatewayEnvironment,
    private readonly tokens: ScimTokenStore,
    private readonly realms: RealmLookup,
    private readonly limits: RateLimits,
  ) {}

  /**
   * Counts the request for its token; wrong tokens count against the address that they come from.
   * @throws DomainError 401, 429
   */
  async identify(request: FastifyRequest): Promise<ScimCaller> {
    const caller = await this.find(request);
    if (!caller) {
      await this.limits.countGuess(request.ip);
      throw unauthorized('Invalid token');
    }
    const state = await this.limits.countScim(caller.tokenId);
    if (state && !state.isAllowed) throw protocolErrors.rateLimited(state.retryAfterSeconds);
    if (caller.realm.isDeactivated) throw organizationDeactivated();
    return caller;
  }

  private async find({ headers, host }: FastifyRequest): Promise<ScimCaller | undefined> {
    const token = BEARER.exec(headers.authorization?.trim() ?? '')?.[1];
    if (token === undefined || !SCIM_TOKEN_PATTERN.test(token)) return undefined;
    const found = await this.tokens.find(hashScimToken(this.environment.STOA_API_KEY_SECRET, token));
    const realm = found && (await this.realms.findByHost(host));
    return realm && realm.id === found.realmId ? { tokenId: found.id, realm } : undefined;
  }
}
