import { Injectable, Optional } from '@nestjs/common';
import { Metrics, meterCache } from '@stoa/observability';
import { realmHost, realmUrl } from '@stoa/policy';
import { GatewayEnvironment } from '../../gateway-environment';
import { COPY_LIFE_MS, SharedVersions } from '@stoa/redis';
import { FreshCache } from '../../fresh-cache';
import { ConfirmedCopies } from '../confirmed-copies';
import { subdomainOfHost, withoutPort } from './realm-host';
import { RealmFacts, RealmStore } from './realm-store';

interface NamedHost {
  /** Undefined for hosts that nobody knows. */
  subdomain: string | undefined;
}

/**
 * Finds the organization that a request's host stands for, as it is when the request comes. Hosts outside of the
 * installation's own, which nothing but its operator's SQL changes, are remembered for 0.8 s.
 */
@Injectable()
export class RealmLookup {
  private readonly realms: ConfirmedCopies<RealmFacts>;
  private readonly hosts = new FreshCache<NamedHost>({ lifeMs: COPY_LIFE_MS });

  constructor(
    private readonly environment: GatewayEnvironment,
    private readonly store: RealmStore,
    versions: SharedVersions,
    @Optional() metrics?: Metrics,
  ) {
    this.realms = new ConfirmedCopies(versions, ({ id }) => id);
    if (metrics) meterCache(metrics, 'realms', this.realms);
  }

  /** Host to subdomain; a host that nobody knows falls to the root (organization.md 1.6). */
  subdomainOf(host: string): string | Promise<string> {
    const own = subdomainOfHost(host, this.environment.STOA_EXTERNAL_HOST);
    if (own !== undefined) return own;
    const named = this.namedHost(host);
    return named instanceof Promise ? named.then(({ subdomain }) => subdomain ?? '') : (named.subdomain ?? '');
  }

  /** What the host table knows of a host outside of the installation's own. */
  private namedHost(host: string): NamedHost | Promise<NamedHost> {
    const name = withoutPort(host.toLowerCase());
    return this.hosts.get(name, async () => ({ subdomain: await this.store.findSubdomainOfHost(name) }));
  }

  async findBySubdomain(subdomain: string): Promise<RealmFacts | undefined> {
    const found = this.realms.find(subdomain);
    const copy = found instanceof Promise ? await found : found;
    if (copy && (await this.realms.confirm(copy))) return copy;
    return this.realms.read(subdomain, () => this.store.findBySubdomain(subdomain));
  }

  /** The organization at a host, deactivated ones included. */
  async findByHost(host: string): Promise<RealmFacts | undefined> {
    return this.findBySubdomain(await this.subdomainOf(host));
  }

  /** The organization that a host was set up for: a host that nobody knows does not stand for the root here. */
  async findByKnownHost(host: string): Promise<RealmFacts | undefined> {
    const own = subdomainOfHost(host, this.environment.STOA_EXTERNAL_HOST);
    const subdomain = own ?? (await this.namedHost(host)).subdomain;
    return subdomain === undefined ? undefined : this.findBySubdomain(subdomain);
  }

  /**
   * Where the own host of an organization has what was asked for at another one that was set up for it (identity.md 1.3):
   * its cookies are there. Ports do not count.
   * @returns undefined for its own host, and for those that nobody knows
   */
  async ownAddressOf({ host, url }: { host: string; url: string }, realm: RealmFacts): Promise<string | undefined> {
    if (withoutPort(host.toLowerCase()) === withoutPort(this.hostOf(realm).toLowerCase())) return undefined;
    if (!(await this.findByKnownHost(host))) return undefined;
    // Proxies are asked for whole addresses: nothing of one may become part of the host.
    return this.urlOf(realm) + (url.startsWith('/') ? url : '/');
  }

  /** Whether the host leads to the root, where an installation may have no organization. */
  async isRoot(host: string): Promise<boolean> {
    return (await this.subdomainOf(host)) === '';
  }

  /** Host, with port, under which an organization is served. */
  hostOf(realm: { stringId: string; customHost: string | null }): string {
    return realm.customHost ?? realmHost(realm.stringId, this.environment.STOA_EXTERNAL_HOST);
  }

  /** Canonical URL without a slash at the end. */
  urlOf(realm: { stringId: string; customHost: string | null }): string {
    return realmUrl(realm, this.environment);
  }
}
