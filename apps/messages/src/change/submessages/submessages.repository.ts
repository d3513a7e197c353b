import { Injectable } from '@nestjs/common';
import { RowOf, WriteTransaction } from '@stoa/database';

export interface NewSubmessage {
  messageId: number;
  senderId: number;
  msgType: string;
  /** JSON text. */
  content: string;
}

@Injectable()
export class SubmessagesRepository {
  /** The content of a message's first submessage, whether one is by the message's own sender, and how many there are. */
  async widgetOf(
    tx: WriteTransaction,
    messageId: number,
    senderId: number,
  ): Promise<{ firstContent: string | null; isBegun: boolean; count: number }> {
    const [row] = await tx.query<{ first_content: string | null; is_begun: boolean; count: number }>(
      `SELECT (SELECT content FROM submessage WHERE message_id = $1 ORDER BY id LIMIT 1) AS first_content,
         EXISTS (SELECT FROM submessage WHERE message_id = $1 AND sender_id = $2) AS is_begun,
         (SELECT count(*)::int FROM submessage WHERE message_id = $1) AS count`,
      [messageId, senderId],
    );
    return { firstContent: row?.first_content ?? null, isBegun: row?.is_begun ?? false, count: row?.count ?? 0 };
  }

  /** @returns the submessage's id */
  async insert(tx: WriteTransaction, submessage: NewSubmessage): Promise<number> {
    const [row] = await tx.query<RowOf<'Submessage', 'id'>>(
      'INSERT INTO submessage (message_id, sender_id, msg_type, content) VALUES ($1, $2, $3, $4) RETURNING id',
      [submessage.messageId, submessage.senderId, submessage.msgType, submessage.content],
    );
    if (!row) throw new Error('an inserted submessage is returned');
    return row.id;
  }
}
