import { Injectable } from '@nestjs/common';
import { AttachmentObject } from '@stoa/contracts/messages';
import { Database, RowOf, WriteTransaction } from '@stoa/database';

/** A file, with the columns that decide about it. */
export interface AttachmentRow extends RowOf<
  'Attachment',
  'id' | 'realm_id' | 'owner_id' | 'path_id' | 'file_name' | 'content_type' | 'size'
> {
  image_metadata: ImageMetadata | null;
}

/** Size in pixels after rotation, and whether it moves. */
export interface ImageMetadata {
  width: number;
  height: number;
  animated: boolean;
}

export interface NewAttachment {
  ownerId: number;
  pathId: string;
  fileName: string;
  contentType: string | null;
  size: number;
  image: ImageMetadata | null;
}

/** One conversation in which a file was posted. `is_held`: the reader received one of the messages there. */
export interface PlaceOfAttachment {
  attachment_id: number;
  channel_id: number | null;
  is_held: boolean;
}

const COLUMNS = 'id, realm_id, owner_id, path_id, file_name, content_type, size, image_metadata';
/** Also files that a scheduled message waits with are in use. */
const UNUSED = `NOT EXISTS (SELECT 1 FROM attachment_reference r WHERE r.attachment_id = a.id)
  AND NOT EXISTS (SELECT 1 FROM attachment_scheduled_reference s WHERE s.attachment_id = a.id)`;

@Injectable()
export class AttachmentsRepository {
  constructor(private readonly database: Database) {}

  byPaths(realmId: number, pathIds: readonly string[]): Promise<AttachmentRow[]> {
    return this.database.query<AttachmentRow>(
      'attachments_by_path',
      `SELECT ${COLUMNS} FROM attachment WHERE realm_id = $1 AND path_id = ANY($2::text[]) ORDER BY id`,
      [realmId, pathIds],
    );
  }

  /**
   * Where files were posted: one row per file and conversation. Whether the reader received something there is not
   * checked in web-public channels, which everybody can read.
   */
  placesOf(attachmentIds: readonly number[], userId: number | null): Promise<PlaceOfAttachment[]> {
    return this.database.query<PlaceOfAttachment>(
      'attachment_places',
      `SELECT r.attachment_id, c.id AS channel_id,
         bool_or(CASE WHEN $2::int IS NULL OR c.is_web_public THEN false
                      ELSE message_received($2, m.id) END) AS is_held
       FROM attachment_reference r JOIN message m ON m.id = r.message_id
       LEFT JOIN channel c ON c.recipient_id = m.recipient_id
       WHERE r.attachment_id = ANY($1::int[]) GROUP BY r.attachment_id, m.recipient_id, c.id`,
      [attachmentIds, userId],
    );
  }

  async subscribedChannels(userId: number): Promise<ReadonlySet<number>> {
    const rows = await this.database.query<RowOf<'Subscription', 'channel_id'>>(
      'subscribed_channel_ids',
      'SELECT channel_id FROM subscription WHERE user_id = $1 AND active',
      [userId],
    );
    return new Set(rows.map((row) => row.channel_id));
  }

  /** A user's own files and the organization's space in one statement. */
  async listOf(realmId: number, ownerId: number): Promise<{ attachments: AttachmentObject[]; used: number }> {
    const [row] = await this.database.query<{ attachments: AttachmentObject[]; used: number }>(
      'attachments_of_user',
      `SELECT COALESCE((SELECT jsonb_agg(attachment_object(a.id) ORDER BY a.id) FROM attachment a
           WHERE a.realm_id = $1 AND a.owner_id = $2), '[]') AS attachments,
         COALESCE((SELECT s.used FROM upload_space s WHERE s.realm_id = $1), 0) AS used`,
      [realmId, ownerId],
    );
    return row ?? { attachments: [], used: 0 };
  }

  /** Bytes that the organization may still use, unfinished files not counted; null without a quota. */
  async spaceLeft(realmId: number): Promise<number | null> {
    const [row] = await this.database.query<{ left: number | null }>(
      'upload_space_left',
      `SELECT r.upload_quota_mib::bigint * 1048576
         - COALESCE((SELECT s.used FROM upload_space s WHERE s.realm_id = r.id), 0) AS left
       FROM realm r WHERE r.id = $1`,
      [realmId],
    );
    return row?.left ?? null;
  }

  /** Adds to (or, negative, takes from) the organization's space. @returns the space used then and the quota, in bytes */
  async addSpace(tx: WriteTransaction, bytes: number): Promise<{ used: number; quota: number | null }> {
    const [row] = await tx.query<RowOf<'UploadSpace', 'used'> & { quota: number | null }>(
      `INSERT INTO upload_space AS s (realm_id, used) VALUES ($1, GREATEST($2::bigint, 0))
       ON CONFLICT (realm_id) DO UPDATE SET used = GREATEST(s.used + $2::bigint, 0)
       RETURNING used, (SELECT r.upload_quota_mib::bigint * 1048576 FROM realm r WHERE r.id = $1) AS quota`,
      [tx.realmId, bytes],
    );
    if (!row) throw new Error('the space of an organization has one row');
    return row;
  }

  async insert(tx: WriteTransaction, file: NewAttachment): Promise<AttachmentObject> {
    const [row] = await tx.query<RowOf<'Attachment', 'id'>>(
      `INSERT INTO attachment (realm_id, owner_id, path_id, file_name, content_type, size, image_metadata)
       VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb) RETURNING id`,
      [
        tx.realmId,
        file.ownerId,
        file.pathId,
        file.fileName,
        file.contentType,
        file.size,
        file.image ? JSON.stringify(file.image) : null,
      ],
    );
    const [object] = row ? await this.objects(tx, [row.id]) : [];
    if (!object) throw new Error('an inserted file has an object');
    return object.object;
  }

  async idOfPath(tx: WriteTransaction, pathId: string): Promise<number | undefined> {
    const [row] = await tx.query<RowOf<'Attachment', 'id'>>(
      'SELECT id FROM attachment WHERE realm_id = $1 AND path_id = $2',
      [tx.realmId, pathId],
    );
    return row?.id;
  }

  /** Files as the API shows them, ascending, each with its owner. */
  objects(
    tx: WriteTransaction,
    attachmentIds: readonly number[],
  ): Promise<{ owner_id: number; object: AttachmentObject }[]> {
    return tx.query<RowOf<'Attachment', 'owner_id'> & { object: AttachmentObject }>(
      `SELECT owner_id, attachment_object(id) AS object FROM attachment WHERE id = ANY($1::int[]) ORDER BY id`,
      [attachmentIds],
    );
  }

  async usedSpace(tx: WriteTransaction): Promise<number> {
    const [row] = await tx.query<RowOf<'UploadSpace', 'used'>>('SELECT used FROM upload_space WHERE realm_id = $1', [
      tx.realmId,
    ]);
    return row?.used ?? 0;
  }

  /** Locks those of the files that still exist, in the order of their ids. */
  async lock(tx: WriteTransaction, attachmentIds: readonly number[]): Promise<number[]> {
    const rows = await tx.query<RowOf<'Attachment', 'id'>>(
      'SELECT id FROM attachment WHERE id = ANY($1::int[]) ORDER BY id FOR UPDATE',
      [attachmentIds],
    );
    return rows.map((row) => row.id);
  }

  /** Files that messages refer to now. */
  async referencedBy(tx: WriteTransaction, messageIds: readonly number[]): Promise<number[]> {
    const rows = await tx.query<RowOf<'AttachmentReference', 'attachment_id'>>(
      'SELECT DISTINCT attachment_id FROM attachment_reference WHERE message_id = ANY($1::bigint[])',
      [messageIds],
    );
    return rows.map((row) => row.attachment_id);
  }

  async refer(tx: WriteTransaction, messageId: number, attachmentIds: readonly number[]): Promise<void> {
    await tx.query(
      `INSERT INTO attachment_reference (attachment_id, message_id) SELECT a, $1 FROM unnest($2::int[]) AS a
       ON CONFLICT DO NOTHING`,
      [messageId, attachmentIds],
    );
  }

  /** @param attachmentIds null = all */
  async unrefer(
    tx: WriteTransaction,
    messageIds: readonly number[],
    attachmentIds: readonly number[] | null,
  ): Promise<void> {
    await tx.query(
      `DELETE FROM attachment_reference WHERE message_id = ANY($1::bigint[])
         AND ($2::int[] IS NULL OR attachment_id = ANY($2::int[]))`,
      [messageIds, attachmentIds],
    );
  }

  /** Those of the files that belong to a user and that nothing refers to any more. */
  async unusedOf(tx: WriteTransaction, ownerId: number, attachmentIds: readonly number[]): Promise<AttachmentObject[]> {
    const rows = await tx.query<{ object: AttachmentObject }>(
      `SELECT attachment_object(a.id) AS object FROM attachment a
       WHERE a.id = ANY($1::int[]) AND a.owner_id = $2 AND ${UNUSED} ORDER BY a.id`,
      [attachmentIds, ownerId],
    );
    return rows.map((row) => row.object);
  }

  async delete(tx: WriteTransaction, attachmentIds: readonly number[]): Promise<void> {
    await tx.query('DELETE FROM attachment WHERE id = ANY($1::int[])', [attachmentIds]);
  }

  async ownPath(realmId: number, attachmentId: number, ownerId: number): Promise<string | undefined> {
    const [row] = await this.database.query<RowOf<'Attachment', 'path_id'>>(
      'attachment_own_path',
      'SELECT path_id FROM attachment WHERE id = $1::bigint AND realm_id = $2 AND owner_id = $3',
      [attachmentId, realmId, ownerId],
    );
    return row?.path_id;
  }

  async lockOwn(tx: WriteTransaction, attachmentId: number, ownerId: number): Promise<AttachmentRow | undefined> {
    const [row] = await tx.query<AttachmentRow>(
      `SELECT ${COLUMNS} FROM attachment WHERE id = $1::bigint AND realm_id = $2 AND owner_id = $3 FOR UPDATE`,
      [attachmentId, tx.realmId, ownerId],
    );
    return row;
  }

  /** Some files that were uploaded before a time and that nothing refers to, with their organization's partition. */
  unclaimed(olderThanSeconds: number, limit: number): Promise<{ id: number; realm_id: number; partition: number }[]> {
    return this.database.query<RowOf<'Attachment', 'id' | 'realm_id'> & RowOf<'Realm', 'partition'>>(
      'attachments_unclaimed',
      `SELECT a.id, a.realm_id, r.partition FROM attachment a JOIN realm r ON r.id = a.realm_id
       WHERE a.created_at < now() - make_interval(secs => $1) AND ${UNUSED} ORDER BY a.id LIMIT $2`,
      [olderThanSeconds, limit],
    );
  }

  /** Of locked files, those that are still unused. */
  stillUnused(tx: WriteTransaction, attachmentIds: readonly number[]): Promise<AttachmentRow[]> {
    return tx.query<AttachmentRow>(
      `SELECT ${COLUMNS} FROM attachment a WHERE a.id = ANY($1::int[]) AND ${UNUSED} ORDER BY a.id`,
      [attachmentIds],
    );
  }
}
