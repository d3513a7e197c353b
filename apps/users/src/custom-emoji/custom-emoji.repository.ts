import { Injectable } from '@nestjs/common';
import { CustomEmojiTable } from '@stoa/contracts';
import { Database, WriteTransaction } from '@stoa/database';
import { customEmojiUrls } from '@stoa/policy';

export interface CustomEmojiRow {
  id: number;
  name: string;
  author_id: number | null;
  file_name: string;
  is_animated: boolean;
  deactivated: boolean;
}

const SELECT = `SELECT id, name, author_id, file_name, is_animated, deactivated FROM custom_emoji
  WHERE realm_id = $1 ORDER BY id`;

@Injectable()
export class CustomEmojiRepository {
  constructor(private readonly database: Database) {}

  list(realmId: number): Promise<CustomEmojiRow[]> {
    return this.database.query<CustomEmojiRow>('custom_emoji_list', SELECT, [realmId]);
  }

  listIn(tx: WriteTransaction): Promise<CustomEmojiRow[]> {
    return tx.query<CustomEmojiRow>(SELECT, [tx.realmId]);
  }

  /** Whether an emoji, also a deactivated one, has this image. */
  async isUsed(realmId: number, fileName: string): Promise<boolean> {
    const rows = await this.database.query(
      'custom_emoji_file_used',
      'SELECT FROM custom_emoji WHERE realm_id = $1 AND file_name = $2 LIMIT 1',
      [realmId, fileName],
    );
    return rows.length > 0;
  }

  /** Group whose members may add emoji. */
  async permittedGroup(tx: WriteTransaction): Promise<number> {
    const [row] = await tx.query<{ group_id: number }>(
      'SELECT can_add_custom_emoji_group AS group_id FROM realm WHERE id = $1',
      [tx.realmId],
    );
    if (!row) throw new Error(`there is no organization ${tx.realmId}`);
    return row.group_id;
  }

  async insert(
    tx: WriteTransaction,
    emoji: { name: string; authorId: number; fileName: string; isAnimated: boolean },
  ): Promise<void> {
    await tx.query(
      'INSERT INTO custom_emoji (realm_id, name, author_id, file_name, is_animated) VALUES ($1, $2, $3, $4, $5)',
      [tx.realmId, emoji.name, emoji.authorId, emoji.fileName, emoji.isAnimated],
    );
  }

  async deactivate(tx: WriteTransaction, id: number): Promise<void> {
    await tx.query('UPDATE custom_emoji SET deactivated = true WHERE id = $1', [id]);
  }
}

/** The rows as the API shows them. */
export function emojiTable(realmId: number, rows: readonly CustomEmojiRow[]): CustomEmojiTable {
  return Object.fromEntries(
    rows.map((row) => {
      const urls = customEmojiUrls({ realmId, fileName: row.file_name, isAnimated: row.is_animated });
      const id = String(row.id);
      const { name, deactivated, author_id } = row;
      return [id, { id, name, source_url: urls.source, still_url: urls.still, deactivated, author_id }];
    }),
  );
}
