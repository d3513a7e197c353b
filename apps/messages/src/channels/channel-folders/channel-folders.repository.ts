import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';

/** As the API shows it (channels.md 3.3). */
export interface ChannelFolder extends RowOf<
  'ChannelFolder',
  'id' | 'name' | 'description' | 'rendered_description' | 'creator_id' | 'is_archived'
> {
  date_created: number;
  order: number;
}

const COLUMNS = `f.id, f.name, f.description, f.rendered_description, floor(extract(epoch FROM f.date_created))::bigint AS date_created,
  f.creator_id, f.position AS "order", f.is_archived`;
const LIST = `SELECT ${COLUMNS} FROM channel_folder f WHERE f.realm_id = $1 ORDER BY f.position, f.id`;

@Injectable()
export class ChannelFoldersRepository {
  constructor(private readonly database: Database) {}

  /** All folders, archived ones included, in order. */
  list(realmId: number): Promise<ChannelFolder[]> {
    return this.database.query<ChannelFolder & Record<string, unknown>>('channel_folders', LIST, [realmId]);
  }

  listIn(tx: WriteTransaction): Promise<ChannelFolder[]> {
    return tx.query<ChannelFolder & Record<string, unknown>>(LIST, [tx.realmId]);
  }

  /** A new folder sorts last: its position is its id. */
  async insert(
    tx: WriteTransaction,
    folder: Pick<ChannelFolder, 'name' | 'description' | 'rendered_description' | 'creator_id'>,
  ): Promise<ChannelFolder> {
    const [row] = await tx.query<ChannelFolder & Record<string, unknown>>(
      `INSERT INTO channel_folder AS f (id, realm_id, name, description, rendered_description, creator_id, position)
       SELECT n.id, $1, $2, $3, $4, $5, n.id FROM (SELECT nextval('channel_folder_id_seq')::int AS id) n
       RETURNING ${COLUMNS}`,
      [tx.realmId, folder.name, folder.description, folder.rendered_description, folder.creator_id],
    );
    if (!row) throw new Error('an inserted folder has a row');
    return row;
  }

  async update(
    tx: WriteTransaction,
    folder: Pick<ChannelFolder, 'id' | 'name' | 'description' | 'rendered_description' | 'is_archived'>,
  ): Promise<void> {
    await tx.query(
      `UPDATE channel_folder SET name = $2, description = $3, rendered_description = $4, is_archived = $5
       WHERE id = $1`,
      [folder.id, folder.name, folder.description, folder.rendered_description, folder.is_archived],
    );
  }

  async reorder(tx: WriteTransaction, order: readonly number[]): Promise<void> {
    await tx.query(
      `UPDATE channel_folder f SET position = o.position - 1
       FROM unnest($1::bigint[]) WITH ORDINALITY AS o (id, position) WHERE f.id = o.id AND f.realm_id = $2`,
      [order, tx.realmId],
    );
  }

  async hasChannels(tx: WriteTransaction, folderId: number): Promise<boolean> {
    const rows = await tx.query('SELECT 1 FROM channel WHERE folder_id = $1 LIMIT 1', [folderId]);
    return rows.length > 0;
  }
}
