import { Injectable } from '@nestjs/common';
import { Database, RowOf } from '@stoa/database';
import { type KnownPeople, isSecretSetting } from '@stoa/integrations';

/** How an incoming webhook bot is set up, but for its secrets. */
export interface WebhookSettings {
  settings: Readonly<Record<string, string>>;
  /** Whom it mentions. */
  people: KnownPeople;
}

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

  async ofWebhooks(botId: number): Promise<WebhookSettings> {
    const [settings, rows] = await Promise.all([
      this.of(botId),
      this.database.query<RowOf<'BotMention', 'name'> & RowOf<'Account', 'id' | 'fullName'>>(
        'bot_settings_people',
        `SELECT m.name, a.id, a.full_name AS "fullName" FROM bot_mention m JOIN account a ON a.id = m.user_id
          WHERE m.bot_id = $1 AND a.is_active`,
        [botId],
      ),
    ]);
    return {
      settings: Object.fromEntries(Object.entries(settings).filter(([key]) => !isSecretSetting(key))),
      people: new Map(rows.map(({ name, id: userId, fullName }) => [name, { userId, fullName }])),
    };
  }
}
