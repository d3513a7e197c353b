import { Injectable, Optional } from '@nestjs/common';
import { Metrics, meterCache } from '@stoa/observability';
import { realmHost, realmUrl } from '@stoa/policy';
import { GatewayEnvironment } from '../../gateway-environment';
import { FreshCache } from '../../fresh-cache';
import { subdomainOfHost, withoutPort } from './realm-host';
import { RealmFacts, RealmStore } from './realm-store';

const LIFE_MS = 800;

/** Finds the organization that a request's host stands for; answers are at most 0.8 s old. */
@Injectable()
export class RealmLookup {
  private readonly realms = new FreshCache<RealmFacts | undefined>({ lifeMs: LIFE_MS });
  private readonly hosts = new FreshCache<string>({ lifeMs: LIFE_MS });

  constructor(
    private readonly environment: GatewayEnvironment,
    private readonly store: RealmStore,
    @Optional() metrics?: Metrics,
  ) {
    if (metrics) meterCache(metrics, 'realms', this.realms);
  }

  /** Host to subdomain; a host that nobody knows falls to the root (organization.md 1.6). */
  subdomainOf(host: string): string | Promise<string> {
    const own = subdomainOfHost(host, this.environment.STOA_EXTERNAL_HOST);
    if (own !== undefined) return own;
    const name = withoutPort(host.toLowerCase());
    return this.hosts.get(name, async () => (await this.store.findSubdomainOfHost(name)) ?? '');
  }

  findBySubdomain(subdomain: string): RealmFacts | undefined | Promise<RealmFacts | undefined> {
    return this.realms.get(subdomain, () => this.store.findBySubdomain(subdomain));
  }

  /** The organization at a host, deactivated ones included. */
  async findByHost(host: string): Promise<RealmFacts | undefined> {
    return this.findBySubdomain(await this.subdomainOf(host));
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
