import { Injectable } from '@nestjs/common';
import { Database, RowOf } from '@stoa/database';
import { type WebhookBot, WebhookBotStore } from './webhook-bot-store';

/** Reads what the deliveries of a bot need. */
@Injectable()
export class WebhookBotsRepository extends WebhookBotStore {
  constructor(private readonly database: Database) {
    super();
  }

  override async find(botId: number): Promise<WebhookBot> {
    const rows = await this.database.query<RowOf<'BotConfig', 'key' | 'value'> & { owner_id: number | null }>(
      'gateway_webhook_bot',
      `SELECT account.bot_owner_id AS owner_id, coalesce(bot_config.key, '') AS key, coalesce(bot_config.value, '') AS value
         FROM account LEFT JOIN bot_config ON bot_config.user_id = account.id
        WHERE account.id = $1`,
      [botId],
    );
    const settings = Object.fromEntries(rows.filter(({ key }) => key !== '').map(({ key, value }) => [key, value]));
    return { ownerId: rows[0]?.owner_id ?? null, settings };
  }

  override async personNamed(realmId: number, names: readonly string[]): Promise<number | undefined> {
    if (names.length === 0) return undefined;
    const values = [realmId, names.map((name) => name.toLowerCase())];
    const byAddress = await this.database.query<RowOf<'Account', 'id'>>(
      'gateway_person_with_address',
      `SELECT id FROM account
        WHERE realm_id = $1 AND lower(delivery_email) = ANY ($2::text[]) AND is_active AND NOT is_bot LIMIT 2`,
      values,
    );
    // Names have no index: this reads all accounts.
    const found = byAddress.length > 0 ? byAddress : await this.withFullName(values);
    return found.length === 1 ? found[0]?.id : undefined;
  }

  private withFullName(values: unknown[]): Promise<RowOf<'Account', 'id'>[]> {
    return this.database.query<RowOf<'Account', 'id'>>(
      'gateway_person_named',
      `SELECT id FROM account
        WHERE realm_id = $1 AND lower(full_name) = ANY ($2::text[]) AND is_active AND NOT is_bot LIMIT 2`,
      values,
    );
  }
}
