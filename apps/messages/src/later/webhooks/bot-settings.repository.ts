import { Injectable } from '@nestjs/common';
import { Database, RowOf } from '@stoa/database';

@Injectable()
export class BotSettingsRepository {
  constructor(private readonly database: Database) {}

  /** What the owner of a bot has set, by key. */
  async of(botId: number): Promise<Record<string, string>> {
    const rows = await this.database.query<RowOf<'BotConfig', 'key' | 'value'>>(
      'bot_settings',
      'SELECT key, value FROM bot_config WHERE user_id = $1',
      [botId],
    );
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  }
}
