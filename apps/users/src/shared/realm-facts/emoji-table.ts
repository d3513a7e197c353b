import type { CustomEmojiTable } from '@stoa/contracts/organization';
import { customEmojiUrls } from '@stoa/policy';

export interface CustomEmojiRow {
  id: number;
  name: string;
  author_id: number | null;
  file_name: string;
  is_animated: boolean;
  deactivated: boolean;
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
