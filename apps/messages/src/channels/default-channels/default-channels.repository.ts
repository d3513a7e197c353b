import { Injectable } from '@nestjs/common';
import { RowOf, WriteTransaction } from '@stoa/database';

/** As the API shows it (channels.md 3.4). */
export interface DefaultGroup extends RowOf<'DefaultChannelGroup', 'id' | 'name' | 'description'> {
  /** In the order of the channels' names. */
  streams: number[];
}

@Injectable()
export class DefaultChannelsRepository {
  /** @returns whether it was none before */
  async add(tx: WriteTransaction, channelId: number): Promise<boolean> {
    const rows = await tx.query(
      `INSERT INTO default_channel (channel_id, realm_id) VALUES ($1, $2)
       ON CONFLICT (channel_id) DO NOTHING RETURNING channel_id`,
      [channelId, tx.realmId],
    );
    return rows.length > 0;
  }

  /** @returns whether it was one before */
  async remove(tx: WriteTransaction, channelId: number): Promise<boolean> {
    const rows = await tx.query('DELETE FROM default_channel WHERE channel_id = $1 RETURNING channel_id', [channelId]);
    return rows.length > 0;
  }

  async all(tx: WriteTransaction): Promise<number[]> {
    const rows = await tx.query<RowOf<'DefaultChannel', 'channel_id'>>(
      'SELECT channel_id FROM default_channel WHERE realm_id = $1 ORDER BY channel_id',
      [tx.realmId],
    );
    return rows.map((row) => row.channel_id);
  }

  /** Every group, by name. */
  groups(tx: WriteTransaction): Promise<DefaultGroup[]> {
    return tx.query<DefaultGroup & Record<string, unknown>>(
      `SELECT g.id, g.name, g.description, ARRAY(
         SELECT c.id FROM default_channel_group_channel m JOIN channel c ON c.id = m.channel_id
         WHERE m.group_id = g.id ORDER BY c.name) AS streams
       FROM default_channel_group g WHERE g.realm_id = $1 ORDER BY g.name`,
      [tx.realmId],
    );
  }

  async insertGroup(tx: WriteTransaction, name: string, description: string): Promise<number> {
    const [row] = await tx.query<RowOf<'DefaultChannelGroup', 'id'>>(
      'INSERT INTO default_channel_group (realm_id, name, description) VALUES ($1, $2, $3) RETURNING id',
      [tx.realmId, name, description],
    );
    if (!row) throw new Error('an inserted group has an id');
    return row.id;
  }

  async updateGroup(tx: WriteTransaction, group: { id: number; name: string; description: string }): Promise<void> {
    await tx.query('UPDATE default_channel_group SET name = $2, description = $3 WHERE id = $1', [
      group.id,
      group.name,
      group.description,
    ]);
  }

  async deleteGroup(tx: WriteTransaction, groupId: number): Promise<void> {
    await tx.query('DELETE FROM default_channel_group WHERE id = $1', [groupId]);
  }

  async addToGroup(tx: WriteTransaction, groupId: number, channelIds: readonly number[]): Promise<void> {
    await tx.query('INSERT INTO default_channel_group_channel (group_id, channel_id) SELECT $1, unnest($2::int[])', [
      groupId,
      channelIds,
    ]);
  }

  async removeFromGroup(tx: WriteTransaction, groupId: number, channelIds: readonly number[]): Promise<void> {
    await tx.query('DELETE FROM default_channel_group_channel WHERE group_id = $1 AND channel_id = ANY($2::int[])', [
      groupId,
      channelIds,
    ]);
  }

  /** Takes a channel out of every group. @returns whether it was in one */
  async removeFromAllGroups(tx: WriteTransaction, channelId: number): Promise<boolean> {
    const rows = await tx.query('DELETE FROM default_channel_group_channel WHERE channel_id = $1 RETURNING group_id', [
      channelId,
    ]);
    return rows.length > 0;
  }
}
