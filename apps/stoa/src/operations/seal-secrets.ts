import { Database, RowOf } from '@stoa/database';
import { SECRET_SETTING } from '@stoa/integrations';
import { SEALED_COLUMN, sealColumn } from '@stoa/policy';

const BATCH = 500;

export interface SealedCounts extends Record<string, unknown> {
  secrets: number;
  tokens: number;
}

/**
 * Seals secrets and tokens of bots that a release before has written, or an import. What changes meanwhile is left as it is
 * then; services that know no sealed texts must have ended.
 * @param secret of the installation
 */
export async function sealSecrets(database: Database, secret: string): Promise<SealedCounts> {
  return { secrets: await sealSettings(database, secret), tokens: await sealTokens(database, secret) };
}

async function sealSettings(database: Database, secret: string): Promise<number> {
  let count = 0;
  for (let after = { user_id: 0, key: '' }; ;) {
    const rows = await database.query<RowOf<'BotConfig', 'user_id' | 'key' | 'value'>>(
      'tool_unsealed_settings',
      `SELECT user_id, key, value FROM bot_config
        WHERE (user_id, key) > ($1, $2) AND key ~ $3 AND value <> '' AND NOT starts_with(value, $4)
        ORDER BY user_id, key LIMIT $5`,
      [after.user_id, after.key, SECRET_SETTING.source, SEALED_COLUMN, BATCH],
    );
    const last = rows.at(-1);
    if (!last) return count;
    const sealed = await database.query<RowOf<'BotConfig', 'key'>>(
      'tool_seal_settings',
      `UPDATE bot_config c SET value = s.sealed
         FROM unnest($1::int[], $2::text[], $3::text[], $4::text[]) AS s (user_id, key, plain, sealed)
        WHERE c.user_id = s.user_id AND c.key = s.key AND c.value = s.plain RETURNING c.key`,
      [
        rows.map(({ user_id }) => user_id),
        rows.map(({ key }) => key),
        rows.map(({ value }) => value),
        rows.map(({ value }) => sealColumn(secret, 'stoa/bot-secret', value)),
      ],
    );
    count += sealed.length;
    after = last;
  }
}

async function sealTokens(database: Database, secret: string): Promise<number> {
  let count = 0;
  for (let after = 0; ;) {
    const rows = await database.query<RowOf<'BotService', 'id' | 'token'>>(
      'tool_unsealed_tokens',
      `SELECT id, token FROM bot_service WHERE id > $1 AND token <> '' AND NOT starts_with(token, $2)
        ORDER BY id LIMIT $3`,
      [after, SEALED_COLUMN, BATCH],
    );
    const last = rows.at(-1);
    if (!last) return count;
    const sealed = await database.query<RowOf<'BotService', 'id'>>(
      'tool_seal_tokens',
      `UPDATE bot_service b SET token = s.sealed FROM unnest($1::int[], $2::text[], $3::text[]) AS s (id, plain, sealed)
        WHERE b.id = s.id AND b.token = s.plain RETURNING b.id`,
      [
        rows.map(({ id }) => id),
        rows.map(({ token }) => token),
        rows.map(({ token }) => sealColumn(secret, 'stoa/bot-service-token', token)),
      ],
    );
    count += sealed.length;
    after = last.id;
  }
}
