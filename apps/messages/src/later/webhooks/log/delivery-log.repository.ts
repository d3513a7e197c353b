import { Injectable } from '@nestjs/common';
import { Database } from '@stoa/database';

/** What is recorded of a bot's deliveries and calls. */
@Injectable()
export class DeliveryLogRepository {
  constructor(private readonly database: Database) {}

  /** Whether headers and bodies are recorded, which they are unless somebody said otherwise. */
  async recordsBodies(botId: number): Promise<boolean> {
    const [row] = await this.database.query<{ records_bodies: boolean }>(
      'delivery_log',
      'SELECT records_bodies FROM delivery_log WHERE bot_id = $1',
      [botId],
    );
    return row?.records_bodies ?? true;
  }

  async record(bot: { id: number; realmId: number }, recordsBodies: boolean): Promise<void> {
    await this.database.query(
      'delivery_log_record',
      `INSERT INTO delivery_log (bot_id, realm_id, records_bodies) VALUES ($1, $2, $3)
       ON CONFLICT (bot_id) DO UPDATE SET records_bodies = EXCLUDED.records_bodies`,
      [bot.id, bot.realmId, recordsBodies],
    );
  }

  /** Takes away what was recorded until now. @param nothing an empty text, sealed */
  async forgetBodies(botId: number, nothing: Buffer): Promise<void> {
    await this.database.query(
      'incoming_delivery_forget',
      'UPDATE incoming_delivery SET sealed_body = $2, sealed_head = NULL WHERE bot_id = $1',
      [botId, nothing],
    );
    await this.database.query(
      'webhook_delivery_forget',
      'UPDATE webhook_delivery SET request_body = NULL, answer_body = NULL, sealed_exchange = NULL WHERE bot_id = $1',
      [botId],
    );
  }
}
