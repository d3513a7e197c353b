import { Injectable } from '@nestjs/common';
import { Database } from '@stoa/database';

/** How an organization's LDAP directory is followed. Times are seconds since 1970. */
export interface LdapState {
  sync_minutes: number;
  /** The last synchronisation that went through. */
  synced_at: number | null;
  /** The next. */
  due_at: number;
  problem: string | null;
}

/** Accounts that directories of a kind manage. */
export interface ManagedAccounts {
  source: string;
  active: number;
  deactivated: number;
}

@Injectable()
export class DirectoryStatesRepository {
  constructor(private readonly database: Database) {}

  async ldap(realmId: number): Promise<LdapState | undefined> {
    const [row] = await this.database.query<LdapState & Record<string, unknown>>(
      'directory_state_ldap',
      `SELECT (config ->> 'sync_minutes')::int AS sync_minutes, floor(extract(epoch FROM synced_at))::int8 AS synced_at,
         floor(extract(epoch FROM due_at))::int8 AS due_at, problem
       FROM ldap_directory WHERE realm_id = $1`,
      [realmId],
    );
    return row;
  }

  async accounts(realmId: number): Promise<ManagedAccounts[]> {
    return this.database.query<ManagedAccounts & Record<string, unknown>>(
      'directory_state_accounts',
      `SELECT d.source, count(*) FILTER (WHERE a.is_active)::int AS active,
         count(*) FILTER (WHERE d.is_deactivated AND NOT a.is_active)::int AS deactivated
       FROM directory_account d JOIN account a ON a.id = d.user_id
       WHERE d.realm_id = $1 AND d.source IN ('ldap', 'scim') GROUP BY d.source`,
      [realmId],
    );
  }
}
