import { Injectable } from '@nestjs/common';
import { RowOf, WriteTransaction } from '@stoa/database';

/** Reads and writes of deletions, besides the deletion itself. */
@Injectable()
export class RemovalRepository {
  async firstMessageId(tx: WriteTransaction, channelId: number): Promise<number | null> {
    const [row] = await tx.query<RowOf<'Channel', 'first_message_id'>>(
      'SELECT first_message_id FROM channel WHERE id = $1',
      [channelId],
    );
    return row?.first_message_id ?? null;
  }

  /** The oldest message that is left becomes the first. @returns its id */
  async renewFirstMessage(tx: WriteTransaction, channelId: number): Promise<number | null> {
    const [row] = await tx.query<RowOf<'Channel', 'first_message_id'>>(
      `UPDATE channel c SET first_message_id = (SELECT min(m.id) FROM message m WHERE m.recipient_id = c.recipient_id)
       WHERE c.id = $1 RETURNING first_message_id`,
      [channelId],
    );
    return row?.first_message_id ?? null;
  }

  async isTopicEmpty(tx: WriteTransaction, recipientId: number, topic: string): Promise<boolean> {
    const rows = await tx.query('SELECT FROM message WHERE recipient_id = $1 AND lower(topic) = lower($2) LIMIT 1', [
      recipientId,
      topic,
    ]);
    return rows.length === 0;
  }

  /** Who holds one of the messages without being subscribed to their channel now. */
  async holdersOutside(tx: WriteTransaction, recipientId: number, messageIds: readonly number[]): Promise<number[]> {
    const rows = await tx.query<{ user_id: number }>(
      `SELECT DISTINCT h.user_id FROM unnest($2::bigint[]) AS i (id) CROSS JOIN LATERAL message_holders(i.id) h
       WHERE NOT EXISTS (SELECT FROM membership_span s
         WHERE s.user_id = h.user_id AND s.recipient_id = $1 AND s.last_message_id IS NULL)`,
      [recipientId, messageIds],
    );
    return rows.map((row) => row.user_id);
  }

  /** Messages by who holds them, those held by the same users together. */
  async byHolders(
    tx: WriteTransaction,
    messageIds: readonly number[],
  ): Promise<{ messageIds: number[]; userIds: number[] }[]> {
    const rows = await tx.query<{ message_ids: number[]; user_ids: number[] }>(
      `SELECT array_agg(h.id ORDER BY h.id) AS message_ids, h.user_ids FROM (
         SELECT i.id, ARRAY(SELECT user_id FROM message_holders(i.id) ORDER BY user_id) AS user_ids
         FROM unnest($1::bigint[]) AS i (id)) h
       GROUP BY h.user_ids`,
      [messageIds],
    );
    return rows.map((row) => ({ messageIds: row.message_ids, userIds: row.user_ids }));
  }
}
