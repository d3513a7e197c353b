import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { eventOf } from '@stoa/contracts/events';
import { addRealmDomain, changeRealmDomain, listRealmDomains, removeRealmDomain } from '@stoa/contracts/organization';
import { setKeys } from '@stoa/database';
import { badRequest } from '@stoa/errors';
import { Handles } from '@stoa/rpc';
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

  @Handles(listRealmDomains)
  async list({ actor }: ActorContext): Promise<RpcResponse<typeof listRealmDomains>> {
    return { domains: await this.repository.list(actor.realmId) };
  }

  @Handles(addRealmDomain)
  async add(ctx: ActorContext, request: RequestOf<typeof addRealmDomain>): Promise<RpcResponse<typeof addRealmDomain>> {
    const domain = request.domain.toLowerCase();
    const problem = domainProblem(domain);
    if (problem !== undefined) throw badRequest(`Invalid domain: ${problem}`);
    return this.writes.run(ctx, async (tx, audience) => {
      const entry = { domain, allow_subdomains: request.allow_subdomains };
      const id = await this.repository.insert(tx, entry);
      if (id === undefined) throw badRequest(`The domain ${domain} is already a part of your organization.`);
      tx.bump(setKeys.realmSettings(tx.realmId));
      tx.emit(eventOf('realm_domains', 'add', { realm_domain: entry }, audience));
      return { new_domain: [id, domain] };
    });
  }

  @Handles(changeRealmDomain)
  async change(ctx: ActorContext, entry: RequestOf<typeof changeRealmDomain>): Promise<void> {
    await this.writes.run(ctx, async (tx, audience) => {
      if (!(await this.repository.update(tx, entry))) throw noEntry(entry.domain);
      tx.bump(setKeys.realmSettings(tx.realmId));
      tx.emit(eventOf('realm_domains', 'change', { realm_domain: entry }, audience));
    });
  }

  /** Without any domain left, the restriction to domains is lifted, with its own event first. */
  @Handles(removeRealmDomain)
  async remove(ctx: ActorContext, { domain }: RequestOf<typeof removeRealmDomain>): Promise<void> {
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
