import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';

export interface LeftChannel {
  userId: number;
  recipientId: number;
}

/** Messages that are still to be marked read for a user. */
export type PendingRead = { id: number; realmId: number; partition: number; userId: number } & (
  { recipientId: number; belowId: number; senderId: null } | { recipientId: null; belowId: null; senderId: number }
);

/** How long a row is left to who wrote it, or took it on, before a sweep takes it on. */
const LEASE = "interval '30 seconds'";

@Injectable()
export class PendingReadsRepository {
  constructor(private readonly database: Database) {}

  /** @param belowId messages from there on are left alone: users who come back keep what is new */
  async addLeft(tx: WriteTransaction, left: readonly LeftChannel[], belowId: number): Promise<PendingRead[]> {
    const rows = await tx.query<RowOf<'PendingRead', 'id' | 'user_id'> & { recipient_id: number }>(
      `INSERT INTO pending_read (user_id, recipient_id, below_id, due_at)
       SELECT u.user_id, u.recipient_id, $3, now() + ${LEASE} FROM unnest($1::int[], $2::int[]) AS u (user_id, recipient_id)
       RETURNING id, user_id, recipient_id`,
      [left.map(({ userId }) => userId), left.map(({ recipientId }) => recipientId), belowId],
    );
    const { realmId, partition } = tx;
    return rows.map(({ id, user_id: userId, recipient_id: recipientId }) => {
      return { id, realmId, partition, userId, recipientId, belowId, senderId: null };
    });
  }

  /** Takes on what is due: nobody else does for a while. Of deleted accounts nothing is left to be marked. */
  takeDue(limit: number): Promise<PendingRead[]> {
    return this.database.query<PendingRead & Record<string, unknown>>(
      'pending_reads_take_due',
      `UPDATE pending_read p SET due_at = now() + ${LEASE} FROM account a JOIN realm r ON r.id = a.realm_id
       WHERE a.id = p.user_id AND p.id IN
         (SELECT id FROM pending_read WHERE due_at <= now() ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING p.id, a.realm_id AS "realmId", r.partition, p.user_id AS "userId", p.recipient_id AS "recipientId",
         p.below_id AS "belowId", p.sender_id AS "senderId"`,
      [limit],
    );
  }

  /** Whether it is still to be done; asked under the user's lock. */
  async isPending(tx: WriteTransaction, id: number): Promise<boolean> {
    const rows = await tx.query('SELECT FROM pending_read WHERE id = $1', [id]);
    return rows.length > 0;
  }

  async remove(tx: WriteTransaction, id: number): Promise<void> {
    await tx.query('DELETE FROM pending_read WHERE id = $1', [id]);
  }
}
