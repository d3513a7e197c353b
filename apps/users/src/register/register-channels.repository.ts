import { Injectable } from '@nestjs/common';
import type { RowOf } from '@stoa/database';
import type { Reader } from '@stoa/read-state-store';
import { CHANNEL_PERMISSION_SETTINGS } from '@stoa/policy';
import type { Traffic } from './state/channel-traffic';
import { ChannelSettingsRow, ChannelStateRow, GroupRow } from './state/register-rows';

const CHANGED_CHANNELS = `
  SELECT id, recipient_id, version, name, description, rendered_description,
    floor(extract(epoch FROM date_created))::int8 AS date_created, creator_id, invite_only, is_web_public,
    history_public_to_subscribers, is_archived, message_retention_days, topics_policy, folder_id,
    ${Object.keys(CHANNEL_PERMISSION_SETTINGS).join(', ')}
  FROM channel WHERE realm_id = $1 AND version > $2`;

const CHANNEL_STATES = `
  SELECT c.id, c.first_message_id, c.is_recently_active, c.subscriber_count,
    COALESCE(v.version, 0) AS members_version,
    s.active, s.color, s.is_muted, s.pin_to_top, s.desktop_notifications, s.audible_notifications,
    s.push_notifications, s.email_notifications, s.wildcard_mentions_notify
  FROM channel c
  LEFT JOIN set_version v ON v.key = 'channel:' || c.id
  LEFT JOIN subscription s ON s.channel_id = c.id AND s.user_id = $2
  WHERE c.realm_id = $1
  ORDER BY c.name COLLATE "C"`;

const TRAFFIC = `
  SELECT channel_id, sum(messages)::int AS messages FROM channel_traffic
  WHERE day > current_date - 28 AND channel_id IN (SELECT id FROM channel WHERE realm_id = $1) GROUP BY channel_id`;

/**
 * Unordered and with deactivated accounts: sorting and joining in the database costs several times the scan. Ids of four
 * bytes each: there may be hundreds of thousands, and numbers in texts cost more to write and to read.
 */
const SUBSCRIBERS = `
  SELECT channel_id, string_agg(int4send(user_id), ''::bytea) AS ids FROM subscription
  WHERE channel_id = ANY($1::int[]) AND active GROUP BY channel_id`;

const CHANGED_SUBSCRIBERS = `
  SELECT s.channel_id, s.user_id, s.active AND a.is_active AS is_subscribed
  FROM unnest($1::int[], $2::int8[]) AS known (channel_id, version)
  JOIN subscription s ON s.channel_id = known.channel_id AND s.version > known.version
  JOIN account a ON a.id = s.user_id`;

const CHANGED_GROUPS = `
  SELECT g.id, g.version, g.kind, g.name, g.description, g.creator_id,
    floor(extract(epoch FROM g.date_created))::int8 AS date_created, g.deactivated, g.can_add_members_group, g.can_join_group,
    g.can_leave_group, g.can_manage_group, g.can_mention_group, g.can_remove_members_group,
    (SELECT array_to_string(array_agg(m.user_id ORDER BY m.user_id), ',') FROM group_membership m
     WHERE m.group_id = g.id) AS members,
    ARRAY(SELECT s.subgroup_id FROM group_subgroup s WHERE s.supergroup_id = g.id ORDER BY 1) AS subgroups
  FROM user_group g WHERE g.realm_id = $1 AND g.version > $2`;

/** Reads of a registration that concern channels and groups; all in the registration's snapshot. */
@Injectable()
export class RegisterChannelsRepository {
  changedChannels(reader: Reader, realmId: number, version: number): Promise<ChannelSettingsRow[]> {
    return reader.query<ChannelSettingsRow & Record<string, unknown>>('register_channels', CHANGED_CHANNELS, [
      realmId,
      version,
    ]);
  }

  /** All channels in the order of their names, with the viewer's subscriptions. @param userId null for spectators */
  channelStates(reader: Reader, realmId: number, userId: number | null): Promise<ChannelStateRow[]> {
    return reader.query<ChannelStateRow & Record<string, unknown>>('register_channel_states', CHANNEL_STATES, [
      realmId,
      userId,
    ]);
  }

  async traffic(reader: Reader, realmId: number): Promise<Traffic> {
    const rows = await reader.query<RowOf<'ChannelTraffic', 'channel_id' | 'messages'>>(
      'register_channel_traffic',
      TRAFFIC,
      [realmId],
    );
    return new Map(rows.map((row) => [row.channel_id, row.messages]));
  }

  /** Ids of the subscribers of channels, big endian, in no order and with deactivated accounts. */
  async subscribers(reader: Reader, channelIds: readonly number[]): Promise<Map<number, Buffer>> {
    const rows = await reader.query<RowOf<'Subscription', 'channel_id'> & { ids: Buffer }>(
      'register_subscribers',
      SUBSCRIBERS,
      [channelIds],
    );
    return new Map(rows.map((row) => [row.channel_id, row.ids]));
  }

  /**
   * Who subscribed to channels, or left them, after the given versions of theirs. An account that is deactivated gives all
   * rows of its subscriptions new versions.
   */
  changedSubscribers(
    reader: Reader,
    versions: ReadonlyMap<number, number>,
  ): Promise<{ channel_id: number; user_id: number; is_subscribed: boolean }[]> {
    return reader.query<RowOf<'Subscription', 'channel_id' | 'user_id'> & { is_subscribed: boolean }>(
      'register_changed_subscribers',
      CHANGED_SUBSCRIBERS,
      [[...versions.keys()], [...versions.values()]],
    );
  }

  /** Users who were connected within the last two weeks. */
  async recentlyActive(reader: Reader, realmId: number): Promise<number[]> {
    const rows = await reader.query<RowOf<'Presence', 'user_id'>>(
      'register_recently_active',
      `SELECT user_id FROM presence WHERE realm_id = $1 AND last_connected_at >= now() - interval '14 days'`,
      [realmId],
    );
    return rows.map((row) => row.user_id);
  }

  changedGroups(reader: Reader, realmId: number, version: number): Promise<GroupRow[]> {
    return reader.query<GroupRow & Record<string, unknown>>('register_groups', CHANGED_GROUPS, [realmId, version]);
  }
}
