import { Injectable } from '@nestjs/common';
import { RealmDomainObject, RealmDomainValues, badRequest } from '@stoa/contracts';
import { eventOf } from '@stoa/contracts/events';
import { setKeys } from '@stoa/database';
import type { ActorContext } from '@stoa/rpc';
import { OrganizationWrites } from '../organization-writes/organization-writes';
import { domainProblem } from './domain-rules';
import { RealmDomainsRepository } from './realm-domains.repository';

/** Mail domains whose addresses may join (organization.md 9). */
@Injectable()
export class RealmDomainsService {
  constructor(
    private readonly repository: RealmDomainsRepository,
    private readonly writes: OrganizationWrites,
  ) {}

  list({ actor }: ActorContext): Promise<RealmDomainObject[]> {
    return this.repository.list(actor.realmId);
  }

  /** @returns the domain's id and its stored form */
  async add(ctx: ActorContext, values: RealmDomainValues): Promise<[number, string]> {
    const domain = values.domain.trim().toLowerCase();
    const problem = domainProblem(domain);
    if (problem !== undefined) throw badRequest(`Invalid domain: ${problem}`);
    return this.writes.run(ctx, async (tx, audience) => {
      const id = await this.repository.insert(tx, { ...values, domain });
      if (id === undefined) throw badRequest(`The domain ${domain} is already a part of your organization.`);
      tx.bump(setKeys.realmSettings(tx.realmId));
      const entry = { domain, allow_subdomains: values.allowSubdomains };
      tx.emit(eventOf('realm_domains', 'add', { realm_domain: entry }, audience));
      return [id, domain];
    });
  }

  async change(ctx: ActorContext, values: RealmDomainValues): Promise<void> {
    await this.writes.run(ctx, async (tx, audience) => {
      if (!(await this.repository.update(tx, values))) throw noEntry(values.domain);
      tx.bump(setKeys.realmSettings(tx.realmId));
      const entry = { domain: values.domain, allow_subdomains: values.allowSubdomains };
      tx.emit(eventOf('realm_domains', 'change', { realm_domain: entry }, audience));
    });
  }

  /** Without any domain left, the restriction to domains is lifted, with its own event first. */
  async remove(ctx: ActorContext, domain: string): Promise<void> {
    await this.writes.run(ctx, async (tx, audience) => {
      if (!(await this.repository.delete(tx, domain))) throw noEntry(domain);
      if (await this.repository.liftRestrictionWithoutDomains(tx)) {
        tx.emit(eventOf('realm', 'update', { property: 'emails_restricted_to_domains', value: false }, audience));
      }
      tx.bump(setKeys.realmSettings(tx.realmId));
      tx.emit(eventOf('realm_domains', 'remove', { domain }, audience));
    });
  }
}

function noEntry(domain: string): Error {
  return badRequest(`No entry found for domain ${domain}.`);
}
