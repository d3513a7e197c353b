import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';
import type { CustomEmoji } from '@stoa/emoji';

export interface StatusParts {
  statusText?: string;
  emoji?: { emojiName: string; emojiCode: string; reactionType: string };
}

export type UserStatusRow = RowOf<'UserStatus', 'status_text' | 'emoji_name' | 'emoji_code' | 'reaction_type'>;

@Injectable()
export class UserStatusRepository {
  constructor(private readonly database: Database) {}

  async find(userId: number): Promise<{ status: UserStatusRow | undefined; isAway: boolean }> {
    const [row] = await this.database.query<Partial<UserStatusRow> & { is_away: boolean }>(
      'user_status_of_user',
      `SELECT s.status_text, s.emoji_name, s.emoji_code, s.reaction_type, NOT a.presence_enabled AS is_away
       FROM account a LEFT JOIN user_status s ON s.user_id = a.id WHERE a.id = $1`,
      [userId],
    );
    const { status_text = null, emoji_name = '', emoji_code = '', reaction_type = '' } = row ?? {};
    const status = status_text === null ? undefined : { status_text, emoji_name, emoji_code, reaction_type };
    return { status, isAway: row?.is_away ?? false };
  }

  /** Parts that are absent stay as they are. */
  async store(tx: WriteTransaction, userId: number, { statusText, emoji }: StatusParts): Promise<void> {
    await tx.query(
      `INSERT INTO user_status AS s (user_id, realm_id, status_text, emoji_name, emoji_code, reaction_type)
       VALUES ($1, $2, COALESCE($3, ''), COALESCE($4, ''), COALESCE($5, ''), COALESCE($6, 'unicode_emoji'))
       ON CONFLICT (user_id) DO UPDATE SET status_text = COALESCE($3, s.status_text),
         emoji_name = COALESCE($4, s.emoji_name), emoji_code = COALESCE($5, s.emoji_code),
         reaction_type = COALESCE($6, s.reaction_type), updated_at = now()`,
      [
        userId,
        tx.realmId,
        statusText ?? null,
        emoji?.emojiName ?? null,
        emoji?.emojiCode ?? null,
        emoji?.reactionType ?? null,
      ],
    );
  }

  customEmoji(tx: WriteTransaction): Promise<CustomEmoji[]> {
    return tx.query<RowOf<'CustomEmoji', 'id' | 'name' | 'deactivated'>>(
      'SELECT id, name, deactivated FROM custom_emoji WHERE realm_id = $1',
      [tx.realmId],
    );
  }
}
