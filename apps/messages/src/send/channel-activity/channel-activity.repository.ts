import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction, setKeys } from '@stoa/database';

export interface ActivityFlip {
  channelId: number;
  realmId: number;
  partition: number;
}

/** Months of silence after which a channel counts as inactive (channels.md 4). */
const SILENCE = "interval '180 days'";

/** Activity as its newest message says; a channel younger than the silence is active without one. */
const IS_ACTIVE = `(c.date_created > now() - ${SILENCE}
  OR COALESCE((SELECT m.sent_at FROM message m WHERE m.recipient_id = c.recipient_id ORDER BY m.id DESC LIMIT 1)
              > now() - ${SILENCE}, false))`;

@Injectable()
export class ChannelActivityRepository {
  constructor(private readonly database: Database) {}

  /** Channels whose mark differs from what their messages say, at most so many. */
  async toFlip(limit: number): Promise<ActivityFlip[]> {
    const rows = await this.database.query<RowOf<'Channel', 'id' | 'realm_id'> & RowOf<'Realm', 'partition'>>(
      'channels_to_flip',
      `SELECT c.id, c.realm_id, r.partition FROM channel c JOIN realm r ON r.id = c.realm_id
       WHERE c.is_recently_active <> ${IS_ACTIVE} ORDER BY c.realm_id, c.id LIMIT $1`,
      [limit],
    );
    return rows.map((row) => ({ channelId: row.id, realmId: row.realm_id, partition: row.partition }));
  }

  /** Marks those of the channels that still differ. @returns them with their new mark and name */
  async flip(
    tx: WriteTransaction,
    channelIds: readonly number[],
  ): Promise<{ id: number; name: string; is_recently_active: boolean }[]> {
    const rows = await tx.query<RowOf<'Channel', 'id' | 'name' | 'is_recently_active'>>(
      `UPDATE channel c SET is_recently_active = NOT c.is_recently_active
       WHERE c.id = ANY($1::int[]) AND c.is_recently_active <> ${IS_ACTIVE}
       RETURNING c.id, c.name, c.is_recently_active`,
      [channelIds],
    );
    for (const row of rows) tx.bump(setKeys.channel(row.id));
    if (rows.length > 0) {
      tx.bump(setKeys.realmChannels(tx.realmId), { table: 'channel', ids: rows.map((row) => row.id) });
    }
    return rows;
  }

  /**
   * Counts the messages of every channel and day (UTC) anew, from the last day that was counted on, 28 days back at most.
   * Walks back from the newest message, so it costs the messages of those days.
   */
  async countTraffic(tx: WriteTransaction): Promise<void> {
    await tx.query(
      `WITH since AS (
         SELECT GREATEST(max(day), current_date - 28)::timestamp AT TIME ZONE 'UTC' AS start FROM channel_traffic),
       first AS (
         SELECT COALESCE((SELECT m.id FROM message m WHERE m.sent_at < since.start ORDER BY m.id DESC LIMIT 1), 0) AS id,
           since.start FROM since),
       counted AS (
         SELECT c.id AS channel_id, (m.sent_at AT TIME ZONE 'UTC')::date AS day, count(*)::int AS messages
         FROM first JOIN message m ON m.id > first.id AND m.sent_at >= first.start
         JOIN channel c ON c.recipient_id = m.origin_recipient_id GROUP BY 1, 2)
       INSERT INTO channel_traffic (channel_id, day, messages) SELECT channel_id, day, messages FROM counted
       ON CONFLICT (channel_id, day) DO UPDATE SET messages = excluded.messages
         WHERE channel_traffic.messages <> excluded.messages`,
    );
    await tx.query('DELETE FROM channel_traffic WHERE day < current_date - 60');
  }

  /** Only one replica at a time counts. @returns false if another one does */
  async takeTurn(tx: WriteTransaction): Promise<boolean> {
    const [row] = await tx.query<{ taken: boolean }>(
      "SELECT pg_try_advisory_xact_lock(hashtext('channel activity')) AS taken",
    );
    return row?.taken ?? false;
  }
}
