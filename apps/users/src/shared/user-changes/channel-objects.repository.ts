import { Injectable } from '@nestjs/common';
import type { WriteTransaction } from '@stoa/database';
import { CHANNEL_PERMISSION_SETTINGS } from '@stoa/policy';
import { ChannelColumns } from '@stoa/wire-objects';

export interface ChannelObjectRow extends ChannelColumns {
  /** Messages of the last 28 days. */
  recent_messages: number;
}

const CHANNEL_OBJECTS = `
  SELECT c.id, c.name, c.description, c.rendered_description, floor(extract(epoch FROM c.date_created))::int8 AS date_created,
    c.creator_id, c.invite_only, c.is_web_public, c.history_public_to_subscribers, c.is_archived,
    c.message_retention_days, c.topics_policy, c.first_message_id, c.folder_id, c.is_recently_active,
    c.subscriber_count, ${Object.keys(CHANNEL_PERMISSION_SETTINGS)
      .map((name) => `c.${name}`)
      .join(', ')},
    COALESCE((SELECT sum(t.messages) FROM channel_traffic t
      WHERE t.channel_id = c.id AND t.day > current_date - 28), 0)::int AS recent_messages
  FROM channel c WHERE c.id = ANY($1::int[]) ORDER BY c.id`;

/** Reads what the objects of channels are made of; callers hold the realm's lock. */
@Injectable()
export class ChannelObjectsRepository {
  rows(tx: WriteTransaction, channelIds: readonly number[]): Promise<ChannelObjectRow[]> {
    return tx.query<ChannelObjectRow & Record<string, unknown>>(CHANNEL_OBJECTS, [channelIds]);
  }
}
