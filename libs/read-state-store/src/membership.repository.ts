import { WriteTransaction, continueSpans } from '@stoa/database';

export interface Membership {
  userId: number;
  recipientId: number;
}

/**
 * Spans of membership. Callers hold the channels' exclusive locks, so a send sees either the members before the change and
 * an id below its boundary, or the members after it and an id above.
 */
export class MembershipRepository {
  /** Begins subscriptions; users with an open span keep it. One boundary id for all. */
  async openSpans(tx: WriteTransaction, memberships: readonly Membership[]): Promise<void> {
    await tx.query(
      `INSERT INTO membership_span (user_id, recipient_id, first_message_id, is_active)
       SELECT n.user_id, n.recipient_id, b.id, a.is_active
       FROM (SELECT nextval('message_id_seq') AS id) b, unnest($1::int[], $2::int[]) AS n (user_id, recipient_id)
       JOIN account a ON a.id = n.user_id
       ON CONFLICT (user_id, recipient_id) WHERE last_message_id IS NULL DO NOTHING`,
      columnsOf(memberships),
    );
  }

  /**
   * Subscriptions end. What is unread there is marked afterwards, in batches
   * ({@link ReadStateRepository.markConversationRead}).
   * @returns the boundary id: who comes back receives only what is above it. Undefined when no span was open
   */
  async closeSpans(tx: WriteTransaction, memberships: readonly Membership[]): Promise<number | undefined> {
    const rows = await tx.query<{ boundary: number }>(
      `UPDATE membership_span s SET last_message_id = b.id
       FROM (SELECT nextval('message_id_seq') AS id) b, unnest($1::int[], $2::int[]) AS n (user_id, recipient_id)
       WHERE s.user_id = n.user_id AND s.recipient_id = n.recipient_id AND s.last_message_id IS NULL
       RETURNING s.last_message_id AS boundary`,
      columnsOf(memberships),
    );
    return rows[0]?.boundary;
  }

  /**
   * Accounts are deactivated or reactivated: their open spans end and continue as the other kind, in all channels that
   * they are subscribed to (whose exclusive locks the caller holds).
   */
  async setAccountsActive(tx: WriteTransaction, userIds: readonly number[], isActive: boolean): Promise<void> {
    await continueSpans(tx, userIds, isActive);
  }
}

function columnsOf(memberships: readonly Membership[]): [number[], number[]] {
  return [memberships.map(({ userId }) => userId), memberships.map(({ recipientId }) => recipientId)];
}
