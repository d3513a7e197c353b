import { Injectable, Optional } from '@nestjs/common';
import { DomainError, accountDeactivated, notLoggedIn, organizationDeactivated, unauthorized } from '@stoa/errors';
import { Metrics, meterCache } from '@stoa/observability';
import { API_KEY_PATTERN, BotType } from '@stoa/policy';
import { SharedVersions } from '@stoa/redis';
import { GatewayEnvironment } from '../../gateway-environment';
import { ConfirmedCopies } from '../confirmed-copies';
import { RealmLookup } from '../realms/realm-lookup';
import { ApiKeyStore, KeyHolder } from './api-key-store';
import { hashOfName, isSameHash } from './hashes';
import { type SentKey, SentKeys, sentKey } from './sent-keys';

export interface AuthenticationRequest {
  /** The Authorization header. */
  header: string | undefined;
  /** The socket that the request came on. */
  connection: object;
  host: string;
  /** The endpoint is one of the few that incoming webhook bots may call. */
  allowsWebhookBots: boolean;
  /**
   * Runs once it is known who calls, in the same round trip as the question whether that is still so: counts the request. It
   * runs at most once.
   */
  alongside?: (holder: KeyHolder) => Promise<void>;
}

/** What a key is used for. */
type KeyUse = Pick<AuthenticationRequest, 'host' | 'allowsWebhookBots' | 'alongside'>;

/**
 * Checks HTTP Basic credentials: the key alone identifies the account, the user name must be one of its two names
 * (organization.md 2.1). Keys that were read are admitted without another read as long as nothing of their organization's
 * access has changed, which the database was asked less than 0.8 s ago; whoever is refused is refused by what it says then.
 */
@Injectable()
export class Authenticator {
  private readonly holders: ConfirmedCopies<KeyHolder>;
  private readonly sent: SentKeys;

  constructor(
    private readonly environment: GatewayEnvironment,
    private readonly store: ApiKeyStore,
    private readonly realms: RealmLookup,
    versions: SharedVersions,
    @Optional() metrics?: Metrics,
  ) {
    const versionOf = (realmId: number) => this.store.accessVersion(realmId);
    this.holders = new ConfirmedCopies(versions, ({ realmId }) => realmId, { versionOf });
    this.sent = new SentKeys(environment.STOA_API_KEY_SECRET);
    if (metrics) meterCache(metrics, 'api_keys', this.holders);
  }

  /** @throws DomainError 401 with a text of organization.md 2.1, or 400 for another scheme than Basic */
  async authenticate(request: AuthenticationRequest): Promise<KeyHolder> {
    const { header, connection } = request;
    if (header === undefined || header.trim() === '') throw notLoggedIn();
    return this.holderOf(this.sent.read(header, connection), request);
  }

  /**
   * Checks a key that comes alone, as in addresses of files (messages.md 15) and of webhooks.
   * @throws DomainError 401
   */
  async authenticateByKey(apiKey: string, host: string, allowsWebhookBots = false): Promise<KeyHolder> {
    if (!API_KEY_PATTERN.test(apiKey)) throw unauthorized('Invalid API key');
    return this.holderOf(sentKey(this.environment.STOA_API_KEY_SECRET, apiKey), { host, allowsWebhookBots });
  }

  private async holderOf(key: SentKey, use: KeyUse): Promise<KeyHolder> {
    // Without a pause before the read if there is none: who asks meanwhile shares it.
    const found = this.holders.find(key.name);
    const known = found instanceof Promise ? await found : found;
    const mayEnter = known !== undefined && !(await this.refusalOf(known, key, use));
    if (mayEnter) {
      const isCurrent = this.holders.confirm(known);
      const counted = use.alongside?.(known);
      if (counted ? (await Promise.all([isCurrent, counted]))[0] : await isCurrent) return known;
    }
    const holder = await this.holders.read(key.name, () => this.store.findByHash(hashOfName(key.name)));
    const refusal = await this.refusalOf(holder, key, use);
    if (!holder || refusal) throw refusal ?? unauthorized('Invalid API key');
    if (!mayEnter) await use.alongside?.(holder);
    return holder;
  }

  /** A promise only where a host must be looked up: most requests of a process come through here, all day. */
  private refusalOf(
    holder: KeyHolder | undefined,
    { name, userName }: SentKey,
    use: KeyUse,
  ): DomainError | undefined | Promise<DomainError | undefined> {
    if (!holder || !isSameHash(holder.keyName, name)) return unauthorized('Invalid API key');
    if (userName !== undefined && !isNameOf(holder, userName)) return unauthorized('Invalid API key');
    if (holder.isRealmDeactivated) return organizationDeactivated();
    if (!holder.isActive) return accountDeactivated();
    const subdomain = this.realms.subdomainOf(use.host);
    if (subdomain instanceof Promise) return subdomain.then((name) => refusalAt(name, holder, use));
    return refusalAt(subdomain, holder, use);
  }
}

function refusalAt(subdomain: string, holder: KeyHolder, { allowsWebhookBots }: KeyUse): DomainError | undefined {
  if (subdomain !== holder.stringId) return unauthorized('Account is not associated with this subdomain');
  const isUnwelcome = holder.botType === BotType.IncomingWebhook && !allowsWebhookBots;
  return isUnwelcome ? unauthorized('This API is not available to incoming webhook bots.') : undefined;
}

function isNameOf({ email, deliveryEmail }: KeyHolder, userName: string): boolean {
  const name = userName.toLowerCase();
  return name === email.toLowerCase() || name === deliveryEmail.toLowerCase();
}
