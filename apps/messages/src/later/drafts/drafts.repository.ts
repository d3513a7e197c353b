import { Injectable } from '@nestjs/common';
import type { Draft } from '@stoa/contracts/messages';
import { Database, RowOf, WriteTransaction } from '@stoa/database';
import { Reader } from '@stoa/read-state-store';
import { StoredDraft } from './draft-rules';

const COLUMNS =
  'id, kind AS type, recipient_ids AS "to", topic, content, floor(extract(epoch FROM last_edited_at))::int8 AS timestamp';
const EDITED_AT = "COALESCE(to_timestamp(%s), date_trunc('second', clock_timestamp()))";

/** Ids come from clients and may be larger than the column's type: they are compared as bigint. */
@Injectable()
export class DraftsRepository {
  constructor(private readonly database: Database) {}

  async isSynchronizing(reader: Reader, userId: number): Promise<boolean> {
    const [row] = await reader.query<RowOf<'Account', 'enable_drafts_synchronization'>>(
      'drafts_are_synchronized',
      'SELECT enable_drafts_synchronization FROM account WHERE id = $1',
      [userId],
    );
    return row?.enable_drafts_synchronization ?? false;
  }

  /** Drafts of a user whose clients share them; undefined for other users. */
  async sharedCount(userId: number): Promise<number | undefined> {
    const [row] = await this.database.query<{ drafts: number }>(
      'drafts_shared_count',
      `SELECT (SELECT count(*) FROM draft d WHERE d.user_id = a.id) AS drafts
       FROM account a WHERE a.id = $1 AND a.enable_drafts_synchronization`,
      [userId],
    );
    return row?.drafts;
  }

  /** Oldest edit first. */
  list(userId: number): Promise<Draft[]> {
    return this.database.query<Draft>(
      'drafts_of_user',
      `SELECT ${COLUMNS} FROM draft WHERE user_id = $1 ORDER BY last_edited_at, id`,
      [userId],
    );
  }

  async count(tx: WriteTransaction, userId: number): Promise<number> {
    const [row] = await tx.query<{ count: number }>('SELECT count(*)::int AS count FROM draft WHERE user_id = $1', [
      userId,
    ]);
    return row?.count ?? 0;
  }

  async subscribedChannelIds(userId: number): Promise<ReadonlySet<number>> {
    const rows = await this.database.query<RowOf<'Subscription', 'channel_id'>>(
      'subscribed_channel_ids',
      'SELECT channel_id FROM subscription WHERE user_id = $1 AND active',
      [userId],
    );
    return new Set(rows.map((row) => row.channel_id));
  }

  /** In the order given, with ascending ids. */
  async insert(tx: WriteTransaction, userId: number, drafts: readonly StoredDraft[]): Promise<Draft[]> {
    const rows = await tx.query<Draft>(
      `INSERT INTO draft (user_id, kind, recipient_ids, topic, content, last_edited_at)
       SELECT $1, d.kind, d.recipient_ids::int[], d.topic, d.content, ${EDITED_AT.replace('%s', 'd.edited_at')}
       FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::float8[])
         WITH ORDINALITY AS d (kind, recipient_ids, topic, content, edited_at, position)
       ORDER BY d.position RETURNING ${COLUMNS}`,
      [
        userId,
        drafts.map((draft) => draft.kind),
        drafts.map((draft) => `{${draft.recipientIds.join()}}`),
        drafts.map((draft) => draft.topic),
        drafts.map((draft) => draft.content),
        drafts.map((draft) => draft.editedAt),
      ],
    );
    return rows.sort((a, b) => a.id - b.id);
  }

  /** @returns the draft as it is now, or undefined if there is no such draft of this user */
  async update(tx: WriteTransaction, userId: number, draftId: number, draft: StoredDraft): Promise<Draft | undefined> {
    const [row] = await tx.query<Draft>(
      `UPDATE draft SET kind = $3, recipient_ids = $4::int[], topic = $5, content = $6,
         last_edited_at = ${EDITED_AT.replace('%s', '$7::float8')}
       WHERE user_id = $1 AND id = $2::bigint RETURNING ${COLUMNS}`,
      [userId, draftId, draft.kind, draft.recipientIds, draft.topic, draft.content, draft.editedAt],
    );
    return row;
  }

  /** @returns whether there was such a draft of this user */
  async delete(tx: WriteTransaction, userId: number, draftId: number): Promise<boolean> {
    const deleted = await tx.query('DELETE FROM draft WHERE user_id = $1 AND id = $2::bigint RETURNING id', [
      userId,
      draftId,
    ]);
    return deleted.length > 0;
  }
}
