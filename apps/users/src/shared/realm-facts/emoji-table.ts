import type { CustomEmojiTable } from '@stoa/contracts/organization';
import type { RowOf } from '@stoa/database';
import { customEmojiUrls } from '@stoa/policy';

export type CustomEmojiRow = RowOf<
  'CustomEmoji',
  'id' | 'name' | 'author_id' | 'file_name' | 'is_animated' | 'deactivated'
>;

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
