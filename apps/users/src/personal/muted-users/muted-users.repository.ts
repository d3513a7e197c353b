import { Injectable } from '@nestjs/common';
import { WriteTransaction } from '@stoa/database';

export interface MutedUser {
  id: number;
  /** Unix seconds. */
  timestamp: number;
}

@Injectable()
export class MutedUsersRepository {
  list(tx: WriteTransaction, userId: number): Promise<MutedUser[]> {
    return tx.query<MutedUser & Record<string, unknown>>(
      `SELECT muted_user_id AS id, floor(extract(epoch FROM created_at))::int8 AS timestamp FROM muted_user WHERE user_id = $1
       ORDER BY created_at, muted_user_id`,
      [userId],
    );
  }

  /** @returns whether the user was not muted yet */
  async insert(tx: WriteTransaction, userId: number, mutedUserId: number): Promise<boolean> {
    const rows = await tx.query(
      `INSERT INTO muted_user (user_id, muted_user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING user_id`,
      [userId, mutedUserId],
    );
    return rows.length > 0;
  }

  /** @returns whether the user was muted */
  async delete(tx: WriteTransaction, userId: number, mutedUserId: number): Promise<boolean> {
    const rows = await tx.query('DELETE FROM muted_user WHERE user_id = $1 AND muted_user_id = $2 RETURNING user_id', [
      userId,
      mutedUserId,
    ]);
    return rows.length > 0;
  }

  /**
   * Sends that began before the mute was committed do not know of it. All have ended a minute after it, and no
   * transaction is older than a minute: what they left unread is marked then (apps/messages, pending-reads).
   */
  async markAgainLater(tx: WriteTransaction, userId: number, mutedUserId: number): Promise<void> {
    await tx.query(
      "INSERT INTO pending_read (user_id, sender_id, due_at) VALUES ($1, $2, now() + interval '2 minutes')",
      [userId, mutedUserId],
    );
  }

  /** Of somebody who is not muted any more. */
  async forgetMarking(tx: WriteTransaction, userId: number, mutedUserId: number): Promise<void> {
    await tx.query('DELETE FROM pending_read WHERE user_id = $1 AND sender_id = $2', [userId, mutedUserId]);
  }

  /** Whether an id is that of a system bot: those are of no visible organization. */
  async isSystemBot(tx: WriteTransaction, userId: number): Promise<boolean> {
    const rows = await tx.query('SELECT 1 FROM account WHERE id = $1::bigint AND is_system_bot', [userId]);
    return rows.length > 0;
  }
}
