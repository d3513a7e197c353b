import { Injectable } from '@nestjs/common';
import type { RealmDomainObject } from '@stoa/contracts/organization';
import { Database, RowOf, WriteTransaction } from '@stoa/database';

@Injectable()
export class RealmDomainsRepository {
  constructor(private readonly database: Database) {}

  list(realmId: number): Promise<RealmDomainObject[]> {
    return this.database.query<RowOf<'RealmDomain', 'domain' | 'allow_subdomains'>>(
      'realm_domains_list',
      'SELECT domain, allow_subdomains FROM realm_domain WHERE realm_id = $1 ORDER BY id',
      [realmId],
    );
  }

  /** @returns its id; undefined if the organization has the domain already */
  async insert(tx: WriteTransaction, { domain, allow_subdomains }: RealmDomainObject): Promise<number | undefined> {
    const [row] = await tx.query<RowOf<'RealmDomain', 'id'>>(
      `INSERT INTO realm_domain (realm_id, domain, allow_subdomains) VALUES ($1, $2, $3)
       ON CONFLICT (realm_id, domain) DO NOTHING RETURNING id`,
      [tx.realmId, domain, allow_subdomains],
    );
    return row?.id;
  }

  async update(tx: WriteTransaction, { domain, allow_subdomains }: RealmDomainObject): Promise<boolean> {
    const rows = await tx.query(
      'UPDATE realm_domain SET allow_subdomains = $3 WHERE realm_id = $1 AND domain = $2 RETURNING id',
      [tx.realmId, domain, allow_subdomains],
    );
    return rows.length > 0;
  }

  async delete(tx: WriteTransaction, domain: string): Promise<boolean> {
    const rows = await tx.query('DELETE FROM realm_domain WHERE realm_id = $1 AND domain = $2 RETURNING id', [
      tx.realmId,
      domain,
    ]);
    return rows.length > 0;
  }

  /** Nobody could join an organization that is restricted to no domain. @returns whether the restriction was on */
  async liftRestrictionWithoutDomains(tx: WriteTransaction): Promise<boolean> {
    const rows = await tx.query(
      `UPDATE realm SET emails_restricted_to_domains = false WHERE id = $1 AND emails_restricted_to_domains
         AND NOT EXISTS (SELECT 1 FROM realm_domain WHERE realm_id = $1) RETURNING id`,
      [tx.realmId],
    );
    return rows.length > 0;
  }
}
