import { Injectable } from '@nestjs/common';
import type { Reminder } from '@stoa/contracts/messages';
import { Database, WriteTransaction } from '@stoa/database';

const COLUMNS = `id AS reminder_id, 'private' AS type, ARRAY[user_id] AS "to", content, rendered_content,
  floor(extract(epoch FROM deliver_at))::int8 AS scheduled_delivery_timestamp, failed,
  target_message_id AS reminder_target_message_id`;

export interface NewReminder {
  targetMessageId: number;
  note: string;
  content: string;
  renderedContent: string;
  /** Seconds since the epoch. */
  deliverAt: number;
}

/** Ids come from clients and may be larger than the column's type: they are compared as bigint. */
@Injectable()
export class RemindersRepository {
  constructor(private readonly database: Database) {}

  /** What was not delivered yet, by delivery time. */
  list(userId: number): Promise<Reminder[]> {
    return this.database.query<Reminder>(
      'reminders_of_user',
      `SELECT ${COLUMNS} FROM reminder WHERE user_id = $1 AND delivered_at IS NULL ORDER BY reminder.deliver_at, id`,
      [userId],
    );
  }

  async insert(tx: WriteTransaction, userId: number, reminder: NewReminder): Promise<Reminder> {
    const [row] = await tx.query<Reminder>(
      `INSERT INTO reminder (realm_id, user_id, target_message_id, note, content, rendered_content, deliver_at)
       VALUES ($1, $2, $3, $4, $5, $6, to_timestamp($7)) RETURNING ${COLUMNS}`,
      [
        tx.realmId,
        userId,
        reminder.targetMessageId,
        reminder.note,
        reminder.content,
        reminder.renderedContent,
        reminder.deliverAt,
      ],
    );
    if (!row) throw new Error('an inserted reminder is returned');
    return row;
  }

  /** @returns whether there was such a reminder of this user, not delivered yet */
  async delete(tx: WriteTransaction, userId: number, reminderId: number): Promise<boolean> {
    const deleted = await tx.query(
      'DELETE FROM reminder WHERE user_id = $1 AND id = $2::bigint AND delivered_at IS NULL RETURNING id',
      [userId, reminderId],
    );
    return deleted.length > 0;
  }
}
