import { Injectable } from '@nestjs/common';
import { USER_SETTINGS, SettingValue, SettingValues } from '@stoa/contracts/users';
import { Database, RowOf, WriteTransaction } from '@stoa/database';
import { IS_IN_LDAP } from '../../shared/directory-accounts/directory-accounts.repository';

const COLUMNS = USER_SETTINGS.map(({ name }) => name).join(', ');
const ACCOUNT_COLUMNS = `${COLUMNS}, timezone`;

/** Switches of an organization that decide what its members may change of their accounts. */
export interface AccountSwitches {
  nameChangesDisabled: boolean;
  emailChangesDisabled: boolean;
}

/** Whose setting was changed. */
export type ChangedAccount = RowOf<'Account', 'id' | 'email'>;

export type PasswordRow = RowOf<'Account', 'passwordHash' | 'fullName' | 'deliveryEmail'> & {
  /** An LDAP directory that the organization uses has the password. */
  isManagedByLdap: boolean;
};

@Injectable()
export class SettingsRepository {
  constructor(private readonly database: Database) {}

  /** A user's settings by name, `timezone` among them. */
  async ofUser(tx: WriteTransaction, userId: number): Promise<SettingValues> {
    const [row] = await tx.query<SettingValues>(`SELECT ${ACCOUNT_COLUMNS} FROM account WHERE id = $1`, [userId]);
    if (!row) throw new Error(`there is no account ${userId}`);
    return row;
  }

  /** API email of an account of the transaction's organization. */
  async addressInRealm(tx: WriteTransaction, userId: number): Promise<string | undefined> {
    const [row] = await tx.query<RowOf<'Account', 'email'>>(
      'SELECT email FROM account WHERE id = $1 AND realm_id = $2',
      [userId, tx.realmId],
    );
    return row?.email;
  }

  /** One statement for any settings: other columns keep their values. The names are remembered as the user's choice. */
  async storeOfUser(tx: WriteTransaction, userId: number, changed: SettingValues): Promise<void> {
    await tx.query(
      `UPDATE account a SET (${ACCOUNT_COLUMNS}) =
         (SELECT ${ACCOUNT_COLUMNS} FROM jsonb_populate_record(a, $2::jsonb)),
         edited_settings = ARRAY(SELECT DISTINCT e FROM unnest(a.edited_settings || $3::text[]) AS e ORDER BY e)
       WHERE a.id = $1`,
      [userId, JSON.stringify(changed), Object.keys(changed)],
    );
  }

  /**
   * Gives many users a value. Rows are compared and written in one statement, so that nobody's own change is lost.
   * @returns those who had another
   */
  storeOfMany(
    tx: WriteTransaction,
    userIds: readonly number[],
    { name, value, keepsOwnChoice }: { name: string; value: SettingValue; keepsOwnChoice: boolean },
  ): Promise<ChangedAccount[]> {
    return tx.query<ChangedAccount>(
      `UPDATE account a SET (${ACCOUNT_COLUMNS}) = (SELECT ${ACCOUNT_COLUMNS} FROM jsonb_populate_record(a, $2::jsonb))
       WHERE a.id = ANY($1::int[]) AND to_jsonb(a) -> $3 <> $2::jsonb -> $3
         AND NOT ($4 AND $3 = ANY(a.edited_settings)) RETURNING a.id, a.email`,
      [userIds, JSON.stringify({ [name]: value }), name, keepsOwnChoice],
    );
  }

  async defaults(tx: WriteTransaction): Promise<SettingValues> {
    const [row] = await tx.query<SettingValues>(`SELECT ${COLUMNS} FROM realm_user_default WHERE realm_id = $1`, [
      tx.realmId,
    ]);
    if (!row) throw new Error(`organization ${tx.realmId} has no defaults`);
    return row;
  }

  async storeDefaults(tx: WriteTransaction, changed: SettingValues): Promise<void> {
    await tx.query(
      `UPDATE realm_user_default d SET (${COLUMNS}) = (SELECT ${COLUMNS} FROM jsonb_populate_record(d, $2::jsonb))
       WHERE d.realm_id = $1`,
      [tx.realmId, JSON.stringify(changed)],
    );
  }

  /** Users who do not keep drafts on the server have none there (users.md 8). No event announces it. */
  async deleteDrafts(tx: WriteTransaction, userIds: readonly number[]): Promise<void> {
    await tx.query('DELETE FROM draft WHERE user_id = ANY($1::int[])', [userIds]);
  }

  async switches(realmId: number): Promise<AccountSwitches> {
    const [row] = await this.database.query<RowOf<'Realm', 'name_changes_disabled' | 'email_changes_disabled'>>(
      'settings_switches',
      'SELECT name_changes_disabled, email_changes_disabled FROM realm WHERE id = $1',
      [realmId],
    );
    if (!row) throw new Error(`there is no organization ${realmId}`);
    return { nameChangesDisabled: row.name_changes_disabled, emailChangesDisabled: row.email_changes_disabled };
  }

  async password(userId: number): Promise<PasswordRow> {
    const [row] = await this.database.query<PasswordRow>(
      'settings_password',
      `SELECT a.password_hash AS "passwordHash", a.full_name AS "fullName", a.delivery_email AS "deliveryEmail",
         COALESCE((r.authentication_methods ->> 'LDAP')::boolean, true) AND ${IS_IN_LDAP} AS "isManagedByLdap"
       FROM account a JOIN realm r ON r.id = a.realm_id WHERE a.id = $1`,
      [userId],
    );
    if (!row) throw new Error(`there is no account ${userId}`);
    return row;
  }

  async storePassword(tx: WriteTransaction, userId: number, passwordHash: string): Promise<void> {
    await tx.query('UPDATE account SET password_hash = $2 WHERE id = $1', [userId, passwordHash]);
  }
}
