import { Injectable } from '@nestjs/common';
import { DomainError } from '@stoa/errors';
import { Database, RowOf, WriteTransaction } from '@stoa/database';
import type { ChannelTopicsPolicy } from '@stoa/policy';
import { ChannelColumns } from '@stoa/wire-objects';
import { ChannelCreation } from '../../access/channel-access/channel-rules';

/** Columns of the channel object, and what else reads of channels need. */
export const CHANNEL_OBJECT_COLUMNS = `c.id, c.name, c.description, c.rendered_description,
  floor(extract(epoch FROM c.date_created))::bigint AS date_created, c.creator_id, c.invite_only, c.history_public_to_subscribers,
  c.is_web_public, c.is_archived, c.message_retention_days, c.topics_policy, c.first_message_id, c.folder_id,
  c.is_recently_active, c.subscriber_count, c.can_add_subscribers_group, c.can_administer_channel_group,
  c.can_delete_any_message_group, c.can_delete_own_message_group, c.can_move_messages_out_of_channel_group,
  c.can_move_messages_within_channel_group, c.can_remove_subscribers_group, c.can_resolve_topics_group,
  c.can_send_message_group, c.can_subscribe_group, c.can_create_topic_group`;

export interface ChannelRow extends ChannelColumns {
  topics_policy: ChannelTopicsPolicy;
  recipient_id: number;
  /** Messages of the last 28 days. */
  recent_messages: number;
  is_default: boolean;
}

/** Channels that are made at once: they differ in their names and descriptions, and in groups of their own. */
export interface NewChannelRows {
  channels: readonly { name: string; description: string; renderedDescription: string }[];
  creatorId: number;
  creation: ChannelCreation;
  folderId: number | null;
  /** Column name to the group id of each channel. */
  groups: ReadonlyMap<string, readonly number[]>;
}

const CHANNEL_SELECT = `SELECT ${CHANNEL_OBJECT_COLUMNS}, c.recipient_id,
  COALESCE((SELECT sum(t.messages) FROM channel_traffic t
    WHERE t.channel_id = c.id AND t.day > current_date - 28), 0)::int AS recent_messages,
  EXISTS (SELECT 1 FROM default_channel d WHERE d.channel_id = c.id) AS is_default
  FROM channel c`;

@Injectable()
export class ChannelsRepository {
  constructor(private readonly database: Database) {}

  /** Ids of channels by lower-case name, archived ones included. */
  async idsByName(realmId: number, lowerNames: readonly string[]): Promise<number[]> {
    const rows = await this.database.query<RowOf<'Channel', 'id'>>(
      'channel_ids_by_name',
      'SELECT id FROM channel WHERE realm_id = $1 AND lower(name) = ANY($2::text[])',
      [realmId, lowerNames],
    );
    return rows.map((row) => row.id);
  }

  /** Every channel of a realm; which of them a user may see is the caller's decision. */
  async channelsOfRealm(realmId: number, excludeArchived: boolean): Promise<ChannelRow[]> {
    return this.database.query<ChannelRow>(
      'channels_of_realm',
      `${CHANNEL_SELECT} WHERE c.realm_id = $1 AND NOT ($2 AND c.is_archived)`,
      [realmId, excludeArchived],
    );
  }

  /** One channel; who may see it is the caller's decision. */
  async channelById(channelId: number): Promise<ChannelRow | undefined> {
    const rows = await this.database.query<ChannelRow>('channel_by_id', `${CHANNEL_SELECT} WHERE c.id = $1`, [
      channelId,
    ]);
    return rows[0];
  }

  async channels(tx: WriteTransaction, channelIds: readonly number[]): Promise<ChannelRow[]> {
    return tx.query<ChannelRow>(`${CHANNEL_SELECT} WHERE c.id = ANY($1::int[])`, [channelIds]);
  }

  /** One statement for all. @returns the new channels' ids, in the order of the channels */
  async insert(tx: WriteTransaction, { channels, creation, ...rows }: NewChannelRows): Promise<number[]> {
    const columns = [...rows.groups.keys()];
    const inserted = await tx.query<{ id: number; name: string }>(
      `WITH w AS (SELECT * FROM unnest($2::text[], $3::text[], $4::text[],
           ${columns.map((_, index) => `$${index + 12}::int[]`).join(', ')})
         WITH ORDINALITY AS w (name, description, rendered_description, ${columns.join(', ')}, place)),
       r AS (INSERT INTO recipient (realm_id, kind) SELECT $1, 1 FROM w RETURNING id),
       p AS (SELECT id, row_number() OVER (ORDER BY id) AS place FROM r)
       INSERT INTO channel (realm_id, recipient_id, name, description, rendered_description, creator_id, invite_only,
         history_public_to_subscribers, is_web_public, message_retention_days, topics_policy, folder_id,
         ${columns.join(', ')})
       SELECT $1, p.id, w.name, w.description, w.rendered_description, $5, $6, $7, $8, $9, $10, $11,
         ${columns.map((column) => `w.${column}`).join(', ')}
       FROM w JOIN p ON p.place = w.place ORDER BY w.place RETURNING id, name`,
      [
        tx.realmId,
        channels.map(({ name }) => name),
        channels.map(({ description }) => description),
        channels.map(({ renderedDescription }) => renderedDescription),
        rows.creatorId,
        creation.inviteOnly,
        creation.historyPublicToSubscribers,
        creation.isWebPublic,
        creation.messageRetentionDays,
        creation.topicsPolicy,
        rows.folderId,
        ...rows.groups.values(),
      ],
    );
    const idOf = new Map(inserted.map(({ id, name }) => [name, id]));
    return channels.flatMap(({ name }) => idOf.get(name) ?? []);
  }

  async addDefault(tx: WriteTransaction, channelIds: readonly number[]): Promise<number[]> {
    await tx.query('INSERT INTO default_channel (channel_id, realm_id) SELECT unnest($1::int[]), $2', [
      channelIds,
      tx.realmId,
    ]);
    const rows = await tx.query<RowOf<'DefaultChannel', 'channel_id'>>(
      'SELECT d.channel_id FROM default_channel d WHERE d.realm_id = $1 ORDER BY d.channel_id',
      [tx.realmId],
    );
    return rows.map((row) => row.channel_id);
  }

  /** @throws DomainError CHANNEL_ALREADY_EXISTS if another channel, archived ones included, has the name in any case */
  async checkNameIsFree(tx: WriteTransaction, name: string, channelId: number | null = null): Promise<void> {
    const rows = await tx.query(
      'SELECT 1 FROM channel WHERE realm_id = $1 AND lower(name) = lower($2) AND id IS DISTINCT FROM $3::int',
      [tx.realmId, name, channelId],
    );
    if (rows.length === 0) return;
    throw new DomainError('CHANNEL_ALREADY_EXISTS', `Channel '${name}' already exists`, {
      status: 409,
      data: { channel_name: name },
    });
  }

  async folderExists(tx: WriteTransaction, folderId: number): Promise<boolean> {
    const rows = await tx.query('SELECT 1 FROM channel_folder WHERE id = $1::bigint AND realm_id = $2', [
      folderId,
      tx.realmId,
    ]);
    return rows.length > 0;
  }
}
