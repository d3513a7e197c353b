import { Injectable } from '@nestjs/common';
import { Database, RowOf } from '@stoa/database';
import { EditRow } from './edit-history';

@Injectable()
export class EditHistoryRepository {
  constructor(private readonly database: Database) {}

  /** Edits of messages, oldest first, by message; those without are left out. */
  async edits(messageIds: readonly number[]): Promise<Map<number, EditRow[]>> {
    const rows = await this.database.query<EditRow & RowOf<'MessageEdit', 'message_id'>>(
      'message_edits',
      `SELECT message_id, user_id, floor(extract(epoch FROM edited_at))::bigint AS edited_at, prev_content,
         prev_rendered_content, prev_topic, topic, prev_channel_id, channel_id
       FROM message_edit WHERE message_id = ANY ($1::bigint[]) ORDER BY message_id, id`,
      [messageIds],
    );
    const byMessage = new Map<number, EditRow[]>();
    for (const { message_id: messageId, ...edit } of rows) {
      const edits = byMessage.get(messageId);
      if (edits) edits.push(edit);
      else byMessage.set(messageId, [edit]);
    }
    return byMessage;
  }
}
