import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';

const SETTINGS = 'SELECT key, value FROM bot_config WHERE user_id = $1 ORDER BY key';
const MENTIONS = 'SELECT name, user_id FROM bot_mention WHERE bot_id = $1 ORDER BY name';

type Setting = RowOf<'BotConfig', 'key' | 'value'>;
type Mention = RowOf<'BotMention', 'name' | 'user_id'>;

/** How incoming webhook bots are set up. Writers hold the realm's lock exclusively. */
@Injectable()
export class WebhookSettingsRepository {
  constructor(private readonly database: Database) {}

  /** By key; secrets as they are kept. */
  async settings(botId: number): Promise<Record<string, string>> {
    return byKey(await this.database.query<Setting>('webhook_settings', SETTINGS, [botId]));
  }

  /** As {@link settings}, for what is about to change them. */
  async currentSettings(tx: WriteTransaction, botId: number): Promise<Record<string, string>> {
    return byKey(await tx.query<Setting>(SETTINGS, [botId]));
  }

  mentions(botId: number): Promise<Mention[]> {
    return this.database.query<Mention>('bot_mentions', MENTIONS, [botId]);
  }

  /** As {@link mentions}, for what is about to change them. */
  currentMentions(tx: WriteTransaction, botId: number): Promise<Mention[]> {
    return tx.query<Mention>(MENTIONS, [botId]);
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

function byKey(rows: readonly Setting[]): Record<string, string> {
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}
