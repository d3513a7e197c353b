import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';
import type { UploadSpace } from './upload-space';

/** Files that are to arrive in pieces. Whoever adds up the bytes of an organization holds its row of `upload_space`. */
@Injectable()
export class OpenUploadsRepository {
  constructor(private readonly database: Database) {}

  /** What unfinished files take, except one: of the organization, and of one user. */
  async reserved(
    tx: WriteTransaction,
    userId: number,
    exceptId: string | null,
  ): Promise<Pick<UploadSpace, 'reserved' | 'ownUploads' | 'ownReserved'>> {
    const [row] = await tx.query<{ reserved: number; ownUploads: number; ownReserved: number }>(
      `SELECT COALESCE(sum(size), 0)::bigint AS reserved, count(*) FILTER (WHERE user_id = $2) AS "ownUploads",
         COALESCE(sum(size) FILTER (WHERE user_id = $2), 0)::bigint AS "ownReserved"
       FROM open_upload WHERE realm_id = $1 AND id IS DISTINCT FROM $3`,
      [tx.realmId, userId, exceptId],
    );
    if (!row) throw new Error('a sum is one row');
    return row;
  }

  async add(tx: WriteTransaction, upload: { id: string; userId: number; size: number }): Promise<void> {
    await tx.query(
      'INSERT INTO open_upload (id, realm_id, user_id, size) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING',
      [upload.id, tx.realmId, upload.userId, upload.size],
    );
  }

  async end(tx: WriteTransaction, uploadId: string, userId: number): Promise<void> {
    await tx.query('DELETE FROM open_upload WHERE id = $1 AND user_id = $2', [uploadId, userId]);
  }

  /** Some uploads that were begun before a time. */
  async expired(olderThanSeconds: number, limit: number): Promise<string[]> {
    const rows = await this.database.query<RowOf<'OpenUpload', 'id'>>(
      'open_uploads_expired',
      'SELECT id FROM open_upload WHERE created_at < now() - make_interval(secs => $1) ORDER BY created_at LIMIT $2',
      [olderThanSeconds, limit],
    );
    return rows.map((row) => row.id);
  }

  async forget(uploadIds: readonly string[]): Promise<void> {
    await this.database.query('open_uploads_forget', 'DELETE FROM open_upload WHERE id = ANY($1::text[])', [uploadIds]);
  }
}
