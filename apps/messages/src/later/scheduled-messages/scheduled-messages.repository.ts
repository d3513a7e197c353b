import { Injectable } from '@nestjs/common';
import { Database, WriteTransaction } from '@stoa/database';
import { Reader, readerOf } from '@stoa/read-state-store';
import { ScheduledContent, ScheduledMessageRow } from './scheduled-message-row';

const COLUMNS = `id, sender_id, kind, channel_id, user_ids, topic, content, rendered_content,
  floor(extract(epoch FROM deliver_at))::int8 AS deliver_at, client_name, read_by_sender, failed,
  delivered_at IS NOT NULL AS is_delivered, xmin::text AS row_version`;

type Row = ScheduledMessageRow & Record<string, unknown>;

export interface NewScheduledMessage extends ScheduledContent {
  clientName: string;
  readBySender: boolean;
}

/** Ids come from clients and may be larger than the column's type: they are compared as bigint. */
@Injectable()
export class ScheduledMessagesRepository {
  constructor(private readonly database: Database) {}

  /** What was not sent yet or could not be, by delivery time. */
  list(senderId: number): Promise<ScheduledMessageRow[]> {
    return this.database.query<Row>(
      'scheduled_messages_of_user',
      `SELECT ${COLUMNS} FROM scheduled_message WHERE sender_id = $1 AND delivered_at IS NULL
       ORDER BY scheduled_message.deliver_at, id`,
      [senderId],
    );
  }

  /** Also one that was sent. */
  find(senderId: number, id: number): Promise<ScheduledMessageRow | undefined> {
    return this.read(this.database, senderId, id);
  }

  findIn(tx: WriteTransaction, senderId: number, id: number): Promise<ScheduledMessageRow | undefined> {
    return this.read(readerOf(tx), senderId, id);
  }

  private async read(reader: Reader, senderId: number, id: number): Promise<ScheduledMessageRow | undefined> {
    const [row] = await reader.query<Row>(
      'scheduled_message',
      `SELECT ${COLUMNS} FROM scheduled_message WHERE sender_id = $1 AND id = $2::bigint`,
      [senderId, id],
    );
    return row;
  }

  async insert(tx: WriteTransaction, senderId: number, message: NewScheduledMessage): Promise<ScheduledMessageRow> {
    const [row] = await tx.query<Row>(
      `INSERT INTO scheduled_message (realm_id, sender_id, kind, channel_id, user_ids, topic, content, rendered_content,
         deliver_at, client_name, read_by_sender)
       VALUES ($1, $2, $3, $4, $5::int[], $6, $7, $8, to_timestamp($9), $10, $11) RETURNING ${COLUMNS}`,
      [tx.realmId, senderId, ...contentColumns(message), message.clientName, message.readBySender],
    );
    if (!row) throw new Error('an inserted scheduled message is returned');
    return row;
  }

  /** Replaces what its sender decides, and forgets a failure, if the row is still as it was read. */
  async update(
    tx: WriteTransaction,
    { id, row_version }: ScheduledMessageRow,
    message: ScheduledContent,
  ): Promise<ScheduledMessageRow | undefined> {
    const [row] = await tx.query<Row>(
      `UPDATE scheduled_message SET kind = $3, channel_id = $4, user_ids = $5::int[], topic = $6, content = $7,
         rendered_content = $8, deliver_at = to_timestamp($9), failed = false, failure_message = NULL
       WHERE id = $1 AND xmin::text = $2 RETURNING ${COLUMNS}`,
      [id, row_version, ...contentColumns(message)],
    );
    return row;
  }

  /** @returns whether there was such a message of this user, not sent yet */
  async delete(tx: WriteTransaction, senderId: number, id: number): Promise<boolean> {
    const deleted = await tx.query(
      'DELETE FROM scheduled_message WHERE sender_id = $1 AND id = $2::bigint AND delivered_at IS NULL RETURNING id',
      [senderId, id],
    );
    return deleted.length > 0;
  }

  /** Makes it refer to exactly those of the files that still exist: files in use are not cleaned up. */
  async claimAttachments(tx: WriteTransaction, id: number, attachmentIds: readonly number[]): Promise<void> {
    await tx.query(
      `DELETE FROM attachment_scheduled_reference WHERE scheduled_message_id = $1::bigint
         AND NOT attachment_id = ANY($2::int[])`,
      [id, attachmentIds],
    );
    if (attachmentIds.length === 0) return;
    await tx.query(
      `WITH existing AS (SELECT id FROM attachment WHERE id = ANY($2::int[]) ORDER BY id FOR KEY SHARE)
       INSERT INTO attachment_scheduled_reference (scheduled_message_id, attachment_id)
       SELECT $1, id FROM existing ON CONFLICT DO NOTHING`,
      [id, attachmentIds],
    );
  }
}

function contentColumns(message: ScheduledContent): unknown[] {
  return [
    message.kind,
    message.channel_id,
    message.user_ids,
    message.topic,
    message.content,
    message.rendered_content,
    message.deliver_at,
  ];
}
