import { Injectable } from '@nestjs/common';
import type { RowOf } from '@stoa/database';
import type { Reader } from '@stoa/read-state-store';

export interface BotRow extends RowOf<
  'Account',
  | 'id'
  | 'email'
  | 'delivery_email'
  | 'full_name'
  | 'is_active'
  | 'bot_owner_id'
  | 'avatar_source'
  | 'avatar_version'
  | 'avatar_key'
  | 'default_all_public_streams'
> {
  bot_type: number;
  default_sending_stream: string | null;
  default_events_register_stream: string | null;
  encrypted_key: Buffer | null;
  services: { name: string; base_url: string; interface: number; token: string }[];
  config: Record<string, string>;
}

const BOTS = `
  SELECT a.id, a.email, a.delivery_email, a.full_name, a.bot_type, a.is_active, a.bot_owner_id, a.avatar_source,
    a.avatar_version, a.avatar_key, a.default_all_public_streams,
    (SELECT name FROM channel WHERE id = a.default_sending_stream_id) AS default_sending_stream,
    (SELECT name FROM channel WHERE id = a.default_events_register_stream_id) AS default_events_register_stream,
    (SELECT encrypted_key FROM api_key k WHERE k.user_id = a.id AND k.revoked_at IS NULL
     ORDER BY k.id DESC LIMIT 1) AS encrypted_key,
    COALESCE((SELECT jsonb_agg(to_jsonb(q)) FROM (
      SELECT name, base_url, interface, token FROM bot_service s WHERE s.user_id = a.id ORDER BY id) q), '[]') AS services,
    COALESCE((SELECT jsonb_object_agg(key, value) FROM bot_config c WHERE c.user_id = a.id), '{}') AS config
  FROM account a
  WHERE a.id = ANY ($1::int[])
  ORDER BY a.id`;

@Injectable()
export class BotRowsRepository {
  /** In the order of their ids. */
  read(reader: Reader, botIds: readonly number[]): Promise<BotRow[]> {
    return reader.query<BotRow & Record<string, unknown>>('bot_rows', BOTS, [botIds]);
  }
}
