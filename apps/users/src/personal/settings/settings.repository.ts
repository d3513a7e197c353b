import { Injectable } from '@nestjs/common';
import { USER_SETTINGS, SettingValues } from '@stoa/contracts/users';
import { Database, RowOf, WriteTransaction } from '@stoa/database';

const COLUMNS = USER_SETTINGS.map(({ name }) => name).join(', ');
const ACCOUNT_COLUMNS = `${COLUMNS}, timezone`;

/** Switches of an organization that decide what its members may change of their accounts. */
export interface AccountSwitches {
  nameChangesDisabled: boolean;
  emailChangesDisabled: boolean;
}

export type PasswordRow = RowOf<'Account', 'passwordHash' | 'fullName' | 'deliveryEmail'>;

@Injectable()
export class SettingsRepository {
  constructor(private readonly database: Database) {}

  /** A user's settings by name, `timezone` among them. */
  async ofUser(tx: WriteTransaction, userId: number): Promise<SettingValues> {
    const [row] = await tx.query<SettingValues>(`SELECT ${ACCOUNT_COLUMNS} FROM account WHERE id = $1`, [userId]);
    if (!row) throw new Error(`there is no account ${userId}`);
    return row;
  }

  /** One statement for any settings: other columns keep their values. */
  async storeOfUser(tx: WriteTransaction, userId: number, changed: SettingValues): Promise<void> {
    await tx.query(
      `UPDATE account a SET (${ACCOUNT_COLUMNS}) =
         (SELECT ${ACCOUNT_COLUMNS} FROM jsonb_populate_record(a, $2::jsonb)) WHERE a.id = $1`,
      [userId, JSON.stringify(changed)],
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
  async deleteDrafts(tx: WriteTransaction, userId: number): Promise<void> {
    await tx.query('DELETE FROM draft WHERE user_id = $1', [userId]);
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
      `SELECT password_hash AS "passwordHash", full_name AS "fullName", delivery_email AS "deliveryEmail"
       FROM account WHERE id = $1`,
      [userId],
    );
    if (!row) throw new Error(`there is no account ${userId}`);
    return row;
  }

  async storePassword(tx: WriteTransaction, userId: number, passwordHash: string): Promise<void> {
    await tx.query('UPDATE account SET password_hash = $2 WHERE id = $1', [userId, passwordHash]);
  }
}
