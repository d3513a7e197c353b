import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction, setKeys } from '@stoa/database';

/** A bot's channel defaults, by channel id. */
export interface BotDefaults {
  sendingChannelId: number | null;
  eventsRegisterChannelId: number | null;
  allPublicChannels: boolean;
}

export interface BotService extends RowOf<'BotService', 'name' | 'baseUrl' | 'token'> {
  /** 1 native, 2 Slack-compatible. */
  interface: number;
}

/** What only bots have. Writers hold the realm's lock exclusively. */
@Injectable()
export class BotsRepository {
  constructor(private readonly database: Database) {}

  /** Active bots of an owner, in the order of their creation. */
  async idsOfOwner(ownerId: number): Promise<number[]> {
    const rows = await this.database.query<RowOf<'Account', 'id'>>(
      'bots_of_owner',
      'SELECT id FROM account WHERE bot_owner_id = $1 AND is_bot AND is_active ORDER BY date_joined, id',
      [ownerId],
    );
    return rows.map(({ id }) => id);
  }

  async defaults(tx: WriteTransaction, botId: number): Promise<BotDefaults> {
    const [row] = await tx.query<BotDefaults & Record<string, unknown>>(
      `SELECT default_sending_stream_id AS "sendingChannelId",
         default_events_register_stream_id AS "eventsRegisterChannelId",
         default_all_public_streams AS "allPublicChannels" FROM account WHERE id = $1`,
      [botId],
    );
    if (!row) throw new Error(`there is no bot ${botId}`);
    return row;
  }

  async setDefaults(tx: WriteTransaction, botId: number, defaults: BotDefaults): Promise<void> {
    await tx.query(
      `UPDATE account SET default_sending_stream_id = $2, default_events_register_stream_id = $3,
         default_all_public_streams = $4 WHERE id = $1`,
      [botId, defaults.sendingChannelId, defaults.eventsRegisterChannelId, defaults.allPublicChannels],
    );
    tx.bump(setKeys.realmUsers(tx.realmId), { table: 'account', ids: [botId] });
  }

  async addService(tx: WriteTransaction, botId: number, service: BotService): Promise<void> {
    await tx.query('INSERT INTO bot_service (user_id, name, base_url, interface, token) VALUES ($1, $2, $3, $4, $5)', [
      botId,
      service.name,
      service.baseUrl,
      service.interface,
      service.token,
    ]);
  }

  /** The first service of a bot; embedded and outgoing webhook bots have one. */
  async service(tx: WriteTransaction, botId: number): Promise<(BotService & { id: number }) | undefined> {
    const rows = await tx.query<BotService & RowOf<'BotService', 'id'>>(
      `SELECT id, name, base_url AS "baseUrl", interface, token FROM bot_service WHERE user_id = $1 ORDER BY id LIMIT 1`,
      [botId],
    );
    return rows[0];
  }

  async setService(tx: WriteTransaction, serviceId: number, baseUrl: string, form: number): Promise<void> {
    await tx.query('UPDATE bot_service SET base_url = $2, interface = $3 WHERE id = $1', [serviceId, baseUrl, form]);
  }

  /** Adds and replaces values. */
  async setConfig(tx: WriteTransaction, botId: number, config: Readonly<Record<string, string>>): Promise<void> {
    await tx.query(
      `INSERT INTO bot_config (user_id, key, value) SELECT $1, key, value FROM unnest($2::text[], $3::text[]) AS c (key, value)
       ON CONFLICT (user_id, key) DO UPDATE SET value = excluded.value`,
      [botId, Object.keys(config), Object.values(config)],
    );
  }
}
