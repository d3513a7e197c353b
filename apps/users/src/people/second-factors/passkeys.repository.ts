import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';

/** Times are seconds since 1970. */
export type ListedPasskey = RowOf<
  'Passkey',
  'id' | 'name' | 'isBackedUp' | 'credentialId' | 'userHandle' | 'transports'
> & {
  createdAt: number;
  lastUsedAt: number | null;
};

export type StoredPasskey = RowOf<'Passkey', 'id' | 'userId' | 'userHandle' | 'publicKey' | 'transports'> & {
  counter: number;
};

export interface NewPasskey {
  userId: number;
  credentialId: Uint8Array;
  userHandle: Uint8Array;
  publicKey: Uint8Array;
  counter: number;
  transports: readonly string[];
  isBackedUp: boolean;
  name: string;
}

@Injectable()
export class PasskeysRepository {
  constructor(private readonly database: Database) {}

  /** The oldest first. */
  async ofUser(userId: number): Promise<ListedPasskey[]> {
    return this.database.query<ListedPasskey>(
      'users_passkeys',
      `SELECT id, name, is_backed_up AS "isBackedUp", credential_id AS "credentialId", user_handle AS "userHandle",
         transports, extract(epoch FROM created_at)::int AS "createdAt",
         extract(epoch FROM last_used_at)::int AS "lastUsedAt"
       FROM passkey WHERE user_id = $1 ORDER BY id`,
      [userId],
    );
  }

  async byCredential(realmId: number, credentialId: Uint8Array): Promise<StoredPasskey | undefined> {
    const [row] = await this.database.query<StoredPasskey>(
      'users_passkey_by_credential',
      `SELECT id, user_id AS "userId", user_handle AS "userHandle", public_key AS "publicKey", transports,
         counter::float8 AS counter
       FROM passkey WHERE realm_id = $1 AND credential_id = $2`,
      [realmId, credentialId],
    );
    return row;
  }

  /** @returns false if somebody has it already, or the account has `most` */
  async insert(tx: WriteTransaction, passkey: NewPasskey, most: number): Promise<boolean> {
    const rows = await tx.query(
      `INSERT INTO passkey
         (realm_id, user_id, credential_id, user_handle, public_key, counter, transports, is_backed_up, name)
       SELECT $1, $2, $3, $4, $5, $6, $7::text[], $8, $9
        WHERE (SELECT count(*) FROM passkey WHERE user_id = $2) < $10::int
       ON CONFLICT (realm_id, credential_id) DO NOTHING RETURNING id`,
      [
        tx.realmId,
        passkey.userId,
        passkey.credentialId,
        passkey.userHandle,
        passkey.publicKey,
        passkey.counter,
        passkey.transports,
        passkey.isBackedUp,
        passkey.name,
        most,
      ],
    );
    return rows.length > 0;
  }

  /**
   * Notes that it signed in. Of two sign-ins at the same time with one count of the authenticator, one is refused.
   * @returns false if its count went backwards meanwhile, or it is gone
   */
  async noteUse(id: number, counter: number, isBackedUp: boolean): Promise<boolean> {
    const rows = await this.database.query(
      'users_passkey_use',
      `UPDATE passkey SET counter = $2, is_backed_up = $3, last_used_at = now()
       WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0)) RETURNING id`,
      [id, counter, isBackedUp],
    );
    return rows.length > 0;
  }

  /** @returns false if it is not the user's */
  async rename(tx: WriteTransaction, userId: number, id: number, name: string): Promise<boolean> {
    const rows = await tx.query('UPDATE passkey SET name = $3 WHERE id = $1 AND user_id = $2 RETURNING id', [
      id,
      userId,
      name,
    ]);
    return rows.length > 0;
  }

  /** @returns false if it is not the user's */
  async remove(tx: WriteTransaction, userId: number, id: number): Promise<boolean> {
    const rows = await tx.query('DELETE FROM passkey WHERE id = $1 AND user_id = $2 RETURNING id', [id, userId]);
    return rows.length > 0;
  }
}
