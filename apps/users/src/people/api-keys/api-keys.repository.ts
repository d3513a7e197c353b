import { Injectable } from '@nestjs/common';
import { WriteTransaction, setKeys } from '@stoa/database';
import type { SessionBrowser } from '../sessions/new-browser';

/** Of each kind, that are looked at. */
const PLACES = 200;

export interface NewKey {
  hash: Buffer;
  prefix: string;
  /** Bots only. */
  sealed: Buffer | null;
}

@Injectable()
export class ApiKeysRepository {
  async insert(tx: WriteTransaction, userId: number, key: NewKey): Promise<void> {
    await tx.query('INSERT INTO api_key (user_id, key_hash, prefix, encrypted_key) VALUES ($1, $2, $3, $4)', [
      userId,
      key.hash,
      key.prefix,
      key.sealed,
    ]);
  }

  async notePlace(tx: WriteTransaction, keyHash: Buffer, { ipAddress, userAgent }: SessionBrowser): Promise<void> {
    await tx.query('UPDATE api_key SET ip_address = $2, user_agent = $3 WHERE key_hash = $1', [
      keyHash,
      ipAddress,
      userAgent,
    ]);
  }

  /** From where browsers were signed in, then from where keys were fetched: the newest of each kind. */
  async earlierPlaces(tx: WriteTransaction, userId: number): Promise<SessionBrowser[]> {
    return tx.query<SessionBrowser & Record<string, unknown>>(
      `(SELECT ip_address AS "ipAddress", user_agent AS "userAgent" FROM user_session
         WHERE user_id = $1 ORDER BY id DESC LIMIT ${PLACES})
       UNION ALL
       (SELECT ip_address, user_agent FROM api_key
         WHERE user_id = $1 AND ip_address IS NOT NULL ORDER BY id DESC LIMIT ${PLACES})`,
      [userId],
    );
  }

  async revokeOfUsers(tx: WriteTransaction, userIds: readonly number[]): Promise<void> {
    await tx.query('UPDATE api_key SET revoked_at = now() WHERE user_id = ANY($1::int[]) AND revoked_at IS NULL', [
      userIds,
    ]);
    tx.bump(setKeys.realmAccess(tx.realmId));
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
