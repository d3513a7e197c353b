import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';
import type { LinkFacts } from '@stoa/policy';

/** A new address whose link was sent, whatever has become of it. */
export interface PendingEmailChange extends LinkFacts {
  id: number;
  userId: number;
  newEmail: string;
}

const KIND = 'email_change';

@Injectable()
export class EmailChangesRepository {
  constructor(private readonly database: Database) {}

  /** Requests of the last hour and of the last day, and seconds until the oldest of each is out of its window. */
  async recent(userId: number): Promise<{ hour: number; day: number; hourEndsIn: number; dayEndsIn: number }> {
    const [row] = await this.database.query<{ hour: number; day: number; hourEndsIn: number; dayEndsIn: number }>(
      'email_changes_recent',
      `SELECT count(*) FILTER (WHERE created_at > now() - interval '1 hour')::int AS hour, count(*)::int AS day,
         COALESCE(ceil(extract(epoch FROM min(created_at) FILTER (WHERE created_at > now() - interval '1 hour')
           + interval '1 hour' - now())), 1)::int AS "hourEndsIn",
         COALESCE(ceil(extract(epoch FROM min(created_at) + interval '1 day' - now())), 1)::int AS "dayEndsIn"
       FROM confirmation WHERE user_id = $1 AND kind = '${KIND}' AND created_at > now() - interval '1 day'`,
      [userId],
    );
    if (!row) throw new Error('a statement that always gives one row gave none');
    return row;
  }

  /** The account of the organization that has an address. */
  async holder(realmId: number, email: string): Promise<{ id: number; isActive: boolean } | undefined> {
    const [row] = await this.database.query<RowOf<'Account', 'id' | 'isActive'>>(
      'email_changes_holder',
      'SELECT id, is_active AS "isActive" FROM account WHERE realm_id = $1 AND lower(delivery_email) = lower($2)',
      [realmId, email],
    );
    return row;
  }

  /** Older requests of the user die. */
  async replace(tx: WriteTransaction, userId: number, newEmail: string, keyHash: Buffer): Promise<void> {
    await tx.query(
      `UPDATE confirmation SET expires_at = now() WHERE user_id = $1 AND kind = '${KIND}' AND used_at IS NULL`,
      [userId],
    );
    await tx.query(
      `INSERT INTO confirmation (kind, realm_id, user_id, key_hash, data, expires_at)
       VALUES ('${KIND}', $1, $2, $3, $4, now() + interval '1 day')`,
      [tx.realmId, userId, keyHash, JSON.stringify({ new_email: newEmail })],
    );
  }

  async pending(tx: WriteTransaction, keyHash: Buffer): Promise<PendingEmailChange | undefined> {
    const [row] = await tx.query<PendingEmailChange & Record<string, unknown>>(
      `SELECT id, user_id AS "userId", data->>'new_email' AS "newEmail", used_at IS NOT NULL AS "isUsed",
         false AS "isRevoked", expires_at <= now() AS "isExpired"
       FROM confirmation WHERE realm_id = $1 AND key_hash = $2 AND kind = '${KIND}'`,
      [tx.realmId, keyHash],
    );
    return row;
  }

  async use(tx: WriteTransaction, id: number): Promise<void> {
    await tx.query('UPDATE confirmation SET used_at = now() WHERE id = $1', [id]);
  }
}
