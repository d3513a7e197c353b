import { Database, RowOf } from '@stoa/database';
import { ClusterSession } from '../base/cluster/cluster-session';

export interface OrganizationRow extends Record<string, unknown>, RowOf<'Realm', 'id' | 'name' | 'partition'> {
  /** Subdomain; "" is the root. */
  subdomain: string;
  customHost: string | null;
  isActive: boolean;
  createdAt: Date;
  users: number;
  bots: number;
}

export interface AccountRow
  extends
    Record<string, unknown>,
    RowOf<
      'Account',
      'id' | 'deliveryEmail' | 'fullName' | 'role' | 'isActive' | 'isBot' | 'botType' | 'botOwnerId' | 'canForgeSender'
    > {
  /** API email. */
  email: string;
  createdAt: Date;
}

const ORGANIZATION = `
  SELECT r.id, r.string_id AS subdomain, r.name, r.partition, r.deactivated_at IS NULL AS "isActive",
    r.date_created AS "createdAt", (SELECT min(h.host) FROM realm_host h WHERE h.realm_id = r.id) AS "customHost",
    (SELECT count(*)::int FROM account a WHERE a.realm_id = r.id AND a.is_active AND NOT a.is_bot) AS users,
    (SELECT count(*)::int FROM account a WHERE a.realm_id = r.id AND a.is_active AND a.is_bot) AS bots
  FROM realm r WHERE NOT r.is_internal`;
const ACCOUNT = `
  SELECT id, email, delivery_email AS "deliveryEmail", full_name AS "fullName", role, is_active AS "isActive",
    is_bot AS "isBot", bot_type AS "botType", bot_owner_id AS "botOwnerId", can_forge_sender AS "canForgeSender",
    date_joined AS "createdAt"
  FROM account`;

/** What the tool's commands look up about organizations and accounts. */
export class AdministrationRepository {
  constructor(private readonly session: ClusterSession) {}

  private get database(): Database {
    return this.session.database;
  }

  /** Imports that are under way are left out: nobody can use them yet. */
  organizations(): Promise<OrganizationRow[]> {
    return this.database.query<OrganizationRow>(
      'tool_organizations',
      `${ORGANIZATION} AND NOT EXISTS (SELECT FROM organization_import i WHERE i.realm_id = r.id AND i.finished_at IS NULL)
       ORDER BY r.id`,
    );
  }

  async organization(subdomain: string): Promise<OrganizationRow | undefined> {
    const rows = await this.database.query<OrganizationRow>(
      'tool_organization',
      `${ORGANIZATION} AND r.string_id = $1`,
      [subdomain],
    );
    return rows[0];
  }

  accounts(realmId: number, kind: 'human' | 'bot'): Promise<AccountRow[]> {
    return this.database.query<AccountRow>(
      'tool_accounts',
      `${ACCOUNT} WHERE realm_id = $1 AND is_bot = $2 ORDER BY id`,
      [realmId, kind === 'bot'],
    );
  }

  /** By id, or by real or API email regardless of case. */
  async account(realmId: number, reference: string): Promise<AccountRow | undefined> {
    const id = /^\d{1,9}$/.test(reference) ? Number(reference) : null;
    const rows = await this.database.query<AccountRow>(
      'tool_account',
      `${ACCOUNT} WHERE realm_id = $1 AND (id = $2 OR lower(delivery_email) = lower($3) OR lower(email) = lower($3))
       ORDER BY id LIMIT 1`,
      [realmId, id, reference],
    );
    return rows[0];
  }

  /** By id, or by name regardless of case. */
  async channel(realmId: number, reference: string): Promise<RowOf<'Channel', 'id'> | undefined> {
    const id = /^\d{1,9}$/.test(reference) ? Number(reference) : null;
    const rows = await this.database.query<RowOf<'Channel', 'id'>>(
      'tool_channel',
      'SELECT id FROM channel WHERE realm_id = $1 AND (id = $2 OR lower(name) = lower($3)) ORDER BY id = $2 DESC LIMIT 1',
      [realmId, id, reference],
    );
    return rows[0];
  }

  /** The oldest active owner: in whose name the tool changes what only owners may. */
  async owner(realmId: number): Promise<AccountRow | undefined> {
    const rows = await this.database.query<AccountRow>(
      'tool_owner',
      `${ACCOUNT} WHERE realm_id = $1 AND role = 100 AND is_active AND NOT is_bot ORDER BY id LIMIT 1`,
      [realmId],
    );
    return rows[0];
  }
}
