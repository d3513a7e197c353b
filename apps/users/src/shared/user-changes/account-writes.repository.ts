import { Injectable } from '@nestjs/common';
import { RowOf, WriteTransaction, setKeys } from '@stoa/database';
import type { AddressedUser } from '../user-set/person-change';

export interface BegunAccount {
  wasStub: boolean;
  /** Unix seconds. */
  dateJoined: number;
}

const BEGIN = `
  UPDATE account a SET is_imported_stub = false, awaits_first_sign_in = false, date_joined = now()
  FROM account before
  WHERE a.id = $1 AND before.id = a.id AND (a.is_imported_stub OR a.awaits_first_sign_in)
  RETURNING before.is_imported_stub AS "wasStub", floor(extract(epoch FROM a.date_joined))::int8 AS "dateJoined"`;

/** Writes of accounts that everybody sees; callers hold the realm's lock exclusively. */
@Injectable()
export class AccountWritesRepository {
  async setRole(tx: WriteTransaction, userId: number, role: number): Promise<void> {
    await tx.query('UPDATE account SET role = $2 WHERE id = $1', [userId, role]);
    this.changed(tx, userId);
  }

  async setFullName(tx: WriteTransaction, userId: number, fullName: string): Promise<void> {
    await tx.query('UPDATE account SET full_name = $2 WHERE id = $1', [userId, fullName]);
    this.changed(tx, userId);
  }

  /** @returns whether it was another */
  async setTimeZone(tx: WriteTransaction, userId: number, timezone: string): Promise<boolean> {
    const rows = await tx.query<RowOf<'Account', 'id'>>(
      'UPDATE account SET timezone = $2 WHERE id = $1 AND timezone <> $2 RETURNING id',
      [userId, timezone],
    );
    if (rows.length > 0) this.changed(tx, userId);
    return rows.length > 0;
  }

  async setLanguage(tx: WriteTransaction, userId: number, language: string): Promise<void> {
    await tx.query('UPDATE account SET default_language = $2 WHERE id = $1', [userId, language]);
    this.changed(tx, userId);
  }

  async isDeleted(tx: WriteTransaction, userId: number): Promise<boolean> {
    const rows = await tx.query<RowOf<'Account', 'is_deleted'>>('SELECT is_deleted FROM account WHERE id = $1', [
      userId,
    ]);
    return rows[0]?.is_deleted ?? false;
  }

  /** Marks accounts as deleted, under a name that says so. */
  async setDeleted(tx: WriteTransaction, ids: readonly number[], fullName: string): Promise<void> {
    await tx.query('UPDATE account SET full_name = $2, is_deleted = true WHERE id = ANY ($1::int[])', [ids, fullName]);
    tx.bump(setKeys.realmUsers(tx.realmId), { table: 'account', ids });
  }

  /** A used address is a unique violation. */
  async setAddresses(tx: WriteTransaction, user: AddressedUser): Promise<void> {
    await tx.query('UPDATE account SET delivery_email = $2, email = $3, email_address_visibility = $4 WHERE id = $1', [
      user.id,
      user.deliveryEmail,
      user.email,
      user.emailAddressVisibility,
    ]);
    this.changed(tx, user.id);
  }

  /** New API emails of several accounts. */
  async setApiEmails(tx: WriteTransaction, users: readonly Pick<AddressedUser, 'id' | 'email'>[]): Promise<void> {
    const ids = users.map(({ id }) => id);
    await tx.query(
      'UPDATE account a SET email = n.email FROM unnest($1::int[], $2::text[]) AS n (id, email) WHERE a.id = n.id',
      [ids, users.map(({ email }) => email)],
    );
    tx.bump(setKeys.realmUsers(tx.realmId), { table: 'account', ids });
  }

  /**
   * The first sign-in with an account that was made for somebody is the time of joining.
   * @returns undefined if the account is used already, or is none of these
   */
  async begin(tx: WriteTransaction, userId: number): Promise<BegunAccount | undefined> {
    const rows = await tx.query<BegunAccount & Record<string, unknown>>(BEGIN, [userId]);
    if (rows[0]) this.changed(tx, userId);
    return rows[0];
  }

  async mayChangeEmails(tx: WriteTransaction, userId: number): Promise<boolean> {
    const rows = await tx.query<RowOf<'Account', 'can_change_user_emails'>>(
      'SELECT can_change_user_emails FROM account WHERE id = $1',
      [userId],
    );
    return rows[0]?.can_change_user_emails ?? false;
  }

  /** Open invitations and links of users end. @returns whether there were any */
  async revokeInvitations(tx: WriteTransaction, userIds: readonly number[]): Promise<boolean> {
    const rows = await tx.query<{ revoked: boolean }>(
      `WITH single AS (
         UPDATE invitation SET revoked_at = now()
         WHERE invited_by_user_id = ANY($1::int[]) AND used_at IS NULL AND revoked_at IS NULL RETURNING 1),
       multiuse AS (
         UPDATE multiuse_invitation SET revoked_at = now()
         WHERE invited_by_user_id = ANY($1::int[]) AND revoked_at IS NULL RETURNING 1)
       SELECT EXISTS (SELECT 1 FROM single) OR EXISTS (SELECT 1 FROM multiuse) AS revoked`,
      [userIds],
    );
    return rows[0]?.revoked ?? false;
  }

  /** The setting by which a user lets private data be exported (users.md 8). */
  async exportConsent(tx: WriteTransaction, userId: number): Promise<boolean> {
    const rows = await tx.query<RowOf<'Account', 'allow_private_data_export'>>(
      'SELECT allow_private_data_export FROM account WHERE id = $1',
      [userId],
    );
    return rows[0]?.allow_private_data_export ?? false;
  }

  private changed(tx: WriteTransaction, userId: number): void {
    tx.bump(setKeys.realmUsers(tx.realmId), { table: 'account', ids: [userId] });
  }
}
