import { Injectable } from '@nestjs/common';
import { Database, RowOf } from '@stoa/database';
import { isSecretSetting } from '@stoa/integrations';
import { openColumn } from '@stoa/policy';
import { GatewayEnvironment } from '../gateway-environment';
import { type WebhookBot, WebhookBotStore } from './webhook-bot-store';

interface BotFacts {
  owner_id: number | null;
  settings: Record<string, string>;
  people: { name: string; id: number; full_name: string }[];
}

/** Reads what the deliveries of a bot need. */
@Injectable()
export class WebhookBotsRepository extends WebhookBotStore {
  constructor(
    private readonly database: Database,
    private readonly environment: GatewayEnvironment,
  ) {
    super();
  }

  override async find(botId: number): Promise<WebhookBot> {
    const [row] = await this.database.query<BotFacts & Record<string, unknown>>(
      'gateway_webhook_bot',
      `SELECT bot.bot_owner_id AS owner_id,
              coalesce((SELECT jsonb_object_agg(key, value) FROM bot_config WHERE user_id = bot.id), '{}') AS settings,
              coalesce((SELECT jsonb_agg(jsonb_build_object('name', m.name, 'id', a.id, 'full_name', a.full_name))
                          FROM bot_mention m JOIN account a ON a.id = m.user_id
                         WHERE m.bot_id = bot.id AND a.is_active AND a.realm_id = bot.realm_id), '[]') AS people
         FROM account bot WHERE bot.id = $1`,
      [botId],
    );
    const people = row?.people ?? [];
    return {
      ownerId: row?.owner_id ?? null,
      settings: this.opened(row?.settings ?? {}),
      people: new Map(people.map(({ name, id: userId, full_name: fullName }) => [name, { userId, fullName }])),
    };
  }

  private opened(kept: Readonly<Record<string, string>>): Record<string, string> {
    const open = (value: string): string => openColumn(this.environment.STOA_API_KEY_SECRET, 'stoa/bot-secret', value);
    return Object.fromEntries(
      Object.entries(kept).map(([key, value]) => [key, isSecretSetting(key) ? open(value) : value]),
    );
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
