import { Database, RowOf, lockRealm, setKeys } from '@stoa/database';
import { outlastCopies } from '@stoa/redis';
import { ClusterSession } from '../base/cluster/cluster-session';
import { AccountRight } from './account-rights';

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
      'id' | 'deliveryEmail' | 'fullName' | 'role' | 'isActive' | 'isBot' | 'botType' | 'botOwnerId' | AccountRight
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
    is_bot AS "isBot", bot_type AS "botType", bot_owner_id AS "botOwnerId", can_create_users,
    can_change_user_emails, can_forge_sender, date_joined AS "createdAt"
  FROM account`;

/** What the tool's commands look up about organizations and accounts, and what of an account only operators change. */
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

  /** Gives an account a right, or takes it away; ends when nothing uses a copy of the account without the change any more. */
  async setRight(
    { id: realmId, partition }: OrganizationRow,
    { accountId, right, isGiven }: { accountId: number; right: AccountRight; isGiven: boolean },
  ): Promise<void> {
    await this.database.write({ realmId, partition }, [lockRealm(realmId, 'exclusive')], async (tx) => {
      await tx.query(`UPDATE account SET ${right} = $2 WHERE id = $1`, [accountId, isGiven]);
      tx.bump(setKeys.realmUsers(realmId), { table: 'account', ids: [accountId] });
    });
    // The tool does without Redis.
    await outlastCopies();
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
