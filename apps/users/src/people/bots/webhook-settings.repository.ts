import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';

/** How incoming webhook bots are set up. Writers hold the realm's lock exclusively. */
@Injectable()
export class WebhookSettingsRepository {
  constructor(private readonly database: Database) {}

  /** By key; secrets as they are kept. */
  async settings(botId: number): Promise<Record<string, string>> {
    const rows = await this.database.query<RowOf<'BotConfig', 'key' | 'value'>>(
      'webhook_settings',
      'SELECT key, value FROM bot_config WHERE user_id = $1 ORDER BY key',
      [botId],
    );
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  }

  mentions(botId: number): Promise<RowOf<'BotMention', 'name' | 'user_id'>[]> {
    return this.database.query<RowOf<'BotMention', 'name' | 'user_id'>>(
      'bot_mentions',
      'SELECT name, user_id FROM bot_mention WHERE bot_id = $1 ORDER BY name',
      [botId],
    );
  }

  /** Under another key, if there is one that is not empty. */
  async copySetting(tx: WriteTransaction, botId: number, from: string, to: string): Promise<void> {
    await tx.query(
      `INSERT INTO bot_config (user_id, key, value)
       SELECT user_id, $3, value FROM bot_config WHERE user_id = $1 AND key = $2 AND value <> ''
       ON CONFLICT (user_id, key) DO UPDATE SET value = excluded.value`,
      [botId, from, to],
    );
  }

  async removeSettings(tx: WriteTransaction, botId: number, keys: readonly string[]): Promise<void> {
    await tx.query('DELETE FROM bot_config WHERE user_id = $1 AND key = ANY ($2::text[])', [botId, keys]);
  }

  /** In place of those that are there. */
  async setMentions(
    tx: WriteTransaction,
    botId: number,
    mentions: readonly { name: string; user_id: number }[],
  ): Promise<void> {
    await tx.query('DELETE FROM bot_mention WHERE bot_id = $1', [botId]);
    await tx.query(
      'INSERT INTO bot_mention (bot_id, name, user_id) SELECT $1, name, id FROM unnest($2::text[], $3::int[]) AS m (name, id)',
      [botId, mentions.map(({ name }) => name), mentions.map(({ user_id }) => user_id)],
    );
  }
}
