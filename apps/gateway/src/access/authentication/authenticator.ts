import { timingSafeEqual } from 'node:crypto';
import { Injectable, Optional } from '@nestjs/common';
import { Metrics, meterCache } from '@stoa/observability';
import { API_KEY_PATTERN, hashApiKey } from '@stoa/policy';
import { accountDeactivated, notLoggedIn, organizationDeactivated, unauthorized } from '@stoa/errors';
import { FreshCache } from '../../fresh-cache';
import { GatewayEnvironment } from '../../gateway-environment';
import { RealmLookup } from '../realms/realm-lookup';
import { ApiKeyStore, KeyHolder } from './api-key-store';
import { parseBasicCredentials } from './basic-credentials';

const INCOMING_WEBHOOK_BOT = 2;
/** A key that was revoked stops working this long after, at the latest (I10 allows a second). */
const VERIFIED_LIFE_MS = 800;

export interface AuthenticationRequest {
  /** The Authorization header. */
  header: string | undefined;
  host: string;
  /** The endpoint is one of the few that incoming webhook bots may call. */
  allowsWebhookBots: boolean;
}

/**
 * Checks HTTP Basic credentials: the key alone identifies the account, the user name must be one of its two names
 * (organization.md 2.1). Unknown keys are not remembered, known ones for at most 0.8 s from the start of their read.
 */
@Injectable()
export class Authenticator {
  private readonly holders = new FreshCache<KeyHolder | undefined>({
    lifeMs: VERIFIED_LIFE_MS,
    isKept: (holder) => holder !== undefined,
  });

  constructor(
    private readonly environment: GatewayEnvironment,
    private readonly store: ApiKeyStore,
    private readonly realms: RealmLookup,
    @Optional() metrics?: Metrics,
  ) {
    if (metrics) meterCache(metrics, 'api_keys', this.holders);
  }

  /** @throws DomainError 401 with a text of organization.md 2.1, or 400 for another scheme than Basic */
  async authenticate(request: AuthenticationRequest): Promise<KeyHolder> {
    if (request.header === undefined || request.header.trim() === '') throw notLoggedIn();
    const { userName, apiKey } = parseBasicCredentials(request.header);
    if (!API_KEY_PATTERN.test(apiKey)) throw unauthorized('Malformed API key');
    const holder = await this.holderOf(apiKey);
    if (!holder || !isNameOf(holder, userName)) throw unauthorized('Invalid API key');
    return this.admitted(holder, request);
  }

  /**
   * Checks a key that comes alone, as in addresses of files (messages.md 15).
   * @throws DomainError 401
   */
  async authenticateByKey(apiKey: string, host: string): Promise<KeyHolder> {
    const holder = API_KEY_PATTERN.test(apiKey) ? await this.holderOf(apiKey) : undefined;
    if (!holder) throw unauthorized('Invalid API key');
    return this.admitted(holder, { host, allowsWebhookBots: false });
  }

  private async admitted(
    holder: KeyHolder,
    { host, allowsWebhookBots }: Pick<AuthenticationRequest, 'host' | 'allowsWebhookBots'>,
  ): Promise<KeyHolder> {
    if (holder.isRealmDeactivated) throw organizationDeactivated();
    if (!holder.isActive) throw accountDeactivated();
    if ((await this.realms.subdomainOf(host)) !== holder.stringId) {
      throw unauthorized('Account is not associated with this subdomain');
    }
    if (holder.botType === INCOMING_WEBHOOK_BOT && !allowsWebhookBots) {
      throw unauthorized('This API is not available to incoming webhook bots.');
    }
    return holder;
  }

  private async holderOf(apiKey: string): Promise<KeyHolder | undefined> {
    const hash = hashApiKey(this.environment.STOA_API_KEY_SECRET, apiKey);
    const found = this.holders.get(hash.toString('latin1'), () => this.store.findByHash(hash));
    const holder = found instanceof Promise ? await found : found;
    if (!holder || holder.keyHash.length !== hash.length) return undefined;
    return timingSafeEqual(holder.keyHash, hash) ? holder : undefined;
  }
}

function isNameOf({ email, deliveryEmail }: KeyHolder, userName: string): boolean {
  const name = userName.toLowerCase();
  return name === email.toLowerCase() || name === deliveryEmail.toLowerCase();
}
