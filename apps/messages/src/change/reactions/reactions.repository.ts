import { Injectable } from '@nestjs/common';
import { RowOf, WriteTransaction } from '@stoa/database';
import { CustomEmoji, EmojiReference } from '@stoa/emoji';

/** An emoji of a message, by what distinguishes it from others. */
export type EmojiKey = Pick<EmojiReference, 'emojiCode'> & { reactionType: string };

@Injectable()
export class ReactionsRepository {
  /** Custom emoji of this name that are active, and the one of this id whether active or not. */
  customEmoji(tx: WriteTransaction, name: string, code: string | null): Promise<CustomEmoji[]> {
    return tx.query<RowOf<'CustomEmoji', 'id' | 'name' | 'deactivated'>>(
      `SELECT id, name, deactivated FROM custom_emoji
       WHERE realm_id = $1 AND ((name = $2 AND NOT deactivated) OR id::text = $3)`,
      [tx.realmId, name, code],
    );
  }

  /** The name that the emoji has on this message already, and whether this user is among those who chose it. */
  async existing(
    tx: WriteTransaction,
    messageId: number,
    userId: number,
    { reactionType, emojiCode }: EmojiKey,
  ): Promise<{ emojiName: string; isOwn: boolean } | undefined> {
    const [row] = await tx.query<RowOf<'Reaction', 'emoji_name'> & { is_own: boolean }>(
      `SELECT emoji_name, EXISTS (SELECT FROM reaction o WHERE o.message_id = $1 AND o.user_id = $2
          AND o.reaction_type = $3 AND o.emoji_code = $4) AS is_own
       FROM reaction WHERE message_id = $1 AND reaction_type = $3 AND emoji_code = $4 ORDER BY id LIMIT 1`,
      [messageId, userId, reactionType, emojiCode],
    );
    return row && { emojiName: row.emoji_name, isOwn: row.is_own };
  }

  /** @returns false if the user has reacted so already */
  async insert(tx: WriteTransaction, messageId: number, userId: number, emoji: EmojiReference): Promise<boolean> {
    const inserted = await tx.query(
      `INSERT INTO reaction (message_id, user_id, emoji_name, emoji_code, reaction_type) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (message_id, user_id, reaction_type, emoji_code) DO NOTHING RETURNING id`,
      [messageId, userId, emoji.emojiName, emoji.emojiCode, emoji.reactionType],
    );
    return inserted.length > 0;
  }

  /** @returns the name that was stored, or undefined if there was no such reaction */
  async delete(
    tx: WriteTransaction,
    messageId: number,
    userId: number,
    { reactionType, emojiCode }: EmojiKey,
  ): Promise<string | undefined> {
    const [row] = await tx.query<RowOf<'Reaction', 'emoji_name'>>(
      `DELETE FROM reaction WHERE message_id = $1 AND user_id = $2 AND reaction_type = $3 AND emoji_code = $4
       RETURNING emoji_name`,
      [messageId, userId, reactionType, emojiCode],
    );
    return row?.emoji_name;
  }
}
