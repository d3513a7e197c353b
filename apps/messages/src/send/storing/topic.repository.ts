import { Injectable } from '@nestjs/common';
import { Database } from '@stoa/database';

@Injectable()
export class TopicRepository {
  constructor(private readonly database: Database) {}

  /** Whether a topic has a message. @param receivedBy with protected history: only what this user received counts */
  async hasMessages(recipientId: number, topic: string, receivedBy: number | null): Promise<boolean> {
    const rows = await this.database.query(
      'topic_has_messages',
      `SELECT 1 FROM message m WHERE m.recipient_id = $1 AND lower(m.topic) = lower($2)
         AND ($3::int IS NULL OR message_received($3, m.id)) LIMIT 1`,
      [recipientId, topic, receivedBy],
    );
    return rows.length > 0;
  }
}
