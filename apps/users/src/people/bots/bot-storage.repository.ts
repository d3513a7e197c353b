import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';

/** Values that an account keeps here, by key (users.md 16). */
@Injectable()
export class BotStorageRepository {
  constructor(private readonly database: Database) {}

  /** @param keys null: all */
  async read(userId: number, keys: readonly string[] | null): Promise<Record<string, string>> {
    const rows = await this.database.query<RowOf<'BotStorage', 'key' | 'value'>>(
      'bot_storage_read',
      'SELECT key, value FROM bot_storage WHERE user_id = $1 AND ($2::text[] IS NULL OR key = ANY($2)) ORDER BY key',
      [userId, keys],
    );
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  }

  async write(tx: WriteTransaction, userId: number, storage: Readonly<Record<string, string>>): Promise<void> {
    await tx.query(
      `INSERT INTO bot_storage (user_id, key, value)
       SELECT $1, key, value FROM unnest($2::text[], $3::text[]) AS s (key, value)
       ON CONFLICT (user_id, key) DO UPDATE SET value = excluded.value`,
      [userId, Object.keys(storage), Object.values(storage)],
    );
  }

  /** Characters of all keys and values. */
  async size(tx: WriteTransaction, userId: number): Promise<number> {
    const rows = await tx.query<{ size: number }>(
      'SELECT COALESCE(sum(length(key) + length(value)), 0)::int8 AS size FROM bot_storage WHERE user_id = $1',
      [userId],
    );
    return rows[0]?.size ?? 0;
  }

  /** @returns the keys that were there */
  async remove(tx: WriteTransaction, userId: number, keys: readonly string[] | null): Promise<string[]> {
    const rows = await tx.query<RowOf<'BotStorage', 'key'>>(
      'DELETE FROM bot_storage WHERE user_id = $1 AND ($2::text[] IS NULL OR key = ANY($2)) RETURNING key',
      [userId, keys],
    );
    return rows.map(({ key }) => key);
  }
}
