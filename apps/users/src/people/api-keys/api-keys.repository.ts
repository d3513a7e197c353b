import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction, setKeys } from '@stoa/database';

/** What decides whether an account may get a key. */
export interface LoginAccount {
  id: number;
  deliveryEmail: string;
  isActive: boolean;
  isBot: boolean;
  passwordHash: string | null;
}

export interface LoginRealm {
  partition: number;
  isDeactivated: boolean;
  isPasswordAuthEnabled: boolean;
}

export interface NewKey {
  hash: Buffer;
  prefix: string;
  /** Bots only. */
  sealed: Buffer | null;
}

type AccountRow = RowOf<'Account', 'id' | 'delivery_email' | 'is_active' | 'is_bot' | 'password_hash'>;

@Injectable()
export class ApiKeysRepository {
  constructor(private readonly database: Database) {}

  async realm(realmId: number): Promise<LoginRealm | undefined> {
    const [row] = await this.database.query<{ partition: number; is_deactivated: boolean; password_auth: boolean }>(
      'users_login_realm',
      `SELECT partition, deactivated_at IS NOT NULL AS is_deactivated,
         COALESCE((authentication_methods ->> 'Email')::boolean, true) AS password_auth
       FROM realm WHERE id = $1 AND NOT is_internal`,
      [realmId],
    );
    return (
      row && {
        partition: row.partition,
        isDeactivated: row.is_deactivated,
        isPasswordAuthEnabled: row.password_auth,
      }
    );
  }

  /** By real address, regardless of case. */
  async account(realmId: number, email: string): Promise<LoginAccount | undefined> {
    const [row] = await this.database.query<AccountRow>(
      'users_login_account',
      `SELECT id, delivery_email, is_active, is_bot, password_hash FROM account
       WHERE realm_id = $1 AND lower(delivery_email) = lower($2)`,
      [realmId, email],
    );
    return (
      row && {
        id: row.id,
        deliveryEmail: row.delivery_email,
        isActive: row.is_active,
        isBot: row.is_bot,
        passwordHash: row.password_hash,
      }
    );
  }

  async insert(tx: WriteTransaction, userId: number, key: NewKey): Promise<void> {
    await tx.query('INSERT INTO api_key (user_id, key_hash, prefix, encrypted_key) VALUES ($1, $2, $3, $4)', [
      userId,
      key.hash,
      key.prefix,
      key.sealed,
    ]);
  }

  /** Revokes all keys of an account but the newest `kept`. */
  async revokeAllBut(tx: WriteTransaction, userId: number, kept: number): Promise<void> {
    const revoked = await tx.query(
      `UPDATE api_key SET revoked_at = now() WHERE id IN (
         SELECT id FROM api_key WHERE user_id = $1 AND revoked_at IS NULL ORDER BY id DESC OFFSET $2) RETURNING id`,
      [userId, kept],
    );
    if (revoked.length > 0) tx.bump(setKeys.realmAccess(tx.realmId));
  }
}
