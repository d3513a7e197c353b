import { Injectable } from '@nestjs/common';
import { Database, RowOf } from '@stoa/database';

@Injectable()
export class ReadReceiptsRepository {
  constructor(private readonly database: Database) {}

  async areEnabled(realmId: number): Promise<boolean> {
    const [row] = await this.database.query<RowOf<'Realm', 'enable_read_receipts'>>(
      'read_receipts_enabled',
      'SELECT enable_read_receipts FROM realm WHERE id = $1',
      [realmId],
    );
    return row?.enable_read_receipts ?? false;
  }

  /** Those of the readers whom the viewer may see as such: active, willing, neither muting the viewer nor muted. */
  async shownTo(viewerId: number, readerIds: readonly number[]): Promise<number[]> {
    const rows = await this.database.query<RowOf<'Account', 'id'>>(
      'read_receipts_shown',
      `SELECT a.id FROM account a
       WHERE a.id = ANY($2::int[]) AND a.is_active AND a.send_read_receipts
         AND a.id NOT IN (SELECT muted_user_id FROM muted_user WHERE user_id = $1)
         AND a.id NOT IN (SELECT user_id FROM muted_user WHERE muted_user_id = $1)`,
      [viewerId, readerIds],
    );
    return rows.map((row) => row.id);
  }
}
