import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';
import { CustomEmojiRow } from '../../shared/realm-facts/emoji-table';

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
  ): Promise<number> {
    const [row] = await tx.query<RowOf<'CustomEmoji', 'id'>>(
      `INSERT INTO custom_emoji (realm_id, name, author_id, file_name, is_animated) VALUES ($1, $2, $3, $4, $5)
       RETURNING id`,
      [tx.realmId, emoji.name, emoji.authorId, emoji.fileName, emoji.isAnimated],
    );
    if (!row) throw new Error('an emoji was not inserted');
    return row.id;
  }

  async deactivate(tx: WriteTransaction, id: number): Promise<void> {
    await tx.query('UPDATE custom_emoji SET deactivated = true WHERE id = $1', [id]);
  }
}
