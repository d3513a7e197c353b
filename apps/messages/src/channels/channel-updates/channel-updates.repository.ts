import { Injectable } from '@nestjs/common';
import { RowOf, WriteTransaction, setKeys } from '@stoa/database';

/** Settings of an organization that name a channel (organization.md 4.6). */
const SPECIAL_CHANNELS = [
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'zulip_update_announcements_stream_id',
  'moderation_request_channel_id',
] as const;

type SpecialChannels = RowOf<'Realm', (typeof SPECIAL_CHANNELS)[number]>;

@Injectable()
export class ChannelUpdatesRepository {
  /** Writes columns of a channel and gives the sets that contain it new versions. */
  async store(tx: WriteTransaction, channelId: number, columns: ReadonlyMap<string, unknown>): Promise<void> {
    if (columns.size === 0) return;
    const assignments = [...columns.keys()].map((column, index) => `${column} = $${index + 2}`);
    await tx.query(`UPDATE channel SET ${assignments.join(', ')} WHERE id = $1`, [channelId, ...columns.values()]);
    tx.bump(setKeys.realmChannels(tx.realmId), { table: 'channel', ids: [channelId] });
    tx.bump(setKeys.channel(channelId));
  }

  /** Days for which the organization keeps messages; -1 forever. */
  async realmRetentionDays(tx: WriteTransaction): Promise<number> {
    const [row] = await tx.query<{ days: number }>('SELECT message_retention_days AS days FROM realm WHERE id = $1', [
      tx.realmId,
    ]);
    return row?.days ?? -1;
  }

  async hasNamedTopic(tx: WriteTransaction, recipientId: number): Promise<boolean> {
    const rows = await tx.query(
      "SELECT 1 FROM message WHERE recipient_id = $1 AND lower(topic) > '' ORDER BY lower(topic) LIMIT 1",
      [recipientId],
    );
    return rows.length > 0;
  }

  /**
   * An archived channel has no special role: the settings that name it become -1, in the channel's transaction.
   * @returns their names
   */
  async clearSpecialRoles(tx: WriteTransaction, channelId: number): Promise<string[]> {
    const [current] = await tx.query<SpecialChannels>(
      `SELECT ${SPECIAL_CHANNELS.join(', ')} FROM realm WHERE id = $1`,
      [tx.realmId],
    );
    const cleared = SPECIAL_CHANNELS.filter((setting) => current?.[setting] === channelId);
    if (cleared.length === 0) return [];
    const assignments = cleared.map((setting) => `${setting} = -1`);
    await tx.query(`UPDATE realm SET ${assignments.join(', ')} WHERE id = $1`, [tx.realmId]);
    tx.bump(setKeys.realmSettings(tx.realmId));
    return cleared;
  }
}
