import type { ChannelObject } from '@stoa/contracts/channels';
import type { GroupSettingValue } from '@stoa/contracts/users';

/** Columns of `channel` that its object is made of; times in unix seconds. */
export interface ChannelColumns {
  id: number;
  name: string;
  description: string;
  rendered_description: string;
  date_created: number;
  creator_id: number | null;
  invite_only: boolean;
  is_web_public: boolean;
  history_public_to_subscribers: boolean;
  is_archived: boolean;
  message_retention_days: number | null;
  topics_policy: string;
  first_message_id: number | null;
  folder_id: number | null;
  is_recently_active: boolean;
  subscriber_count: number;
  can_add_subscribers_group: number;
  can_administer_channel_group: number;
  /** Null: everybody. */
  can_create_topic_group: number | null;
  can_delete_any_message_group: number;
  can_delete_own_message_group: number;
  can_move_messages_out_of_channel_group: number;
  can_move_messages_within_channel_group: number;
  can_remove_subscribers_group: number;
  can_resolve_topics_group: number;
  can_send_message_group: number;
  can_subscribe_group: number;
}

/** How the groups behind permission settings are written. */
export interface GroupValues {
  /** Normalised value of the group with this id (users.md 15). */
  valueOf(groupId: number): GroupSettingValue;
  /** `role:…` of a system group, else null. */
  systemNameOf(groupId: number): string | null;
  /** Id of `role:everyone`. */
  readonly everyone: number;
}

/** Every value of can_send_message_group that the deprecated policy has no code for counts as 1 (channels.md 2.1). */
const POST_POLICIES: Record<string, number> = {
  'role:administrators': 2,
  'role:fullmembers': 3,
  'role:moderators': 4,
};

/** @param weeklyTraffic see {@link weeklyTraffic}; null in the create event of a channel */
export function channelObject(row: ChannelColumns, groups: GroupValues, traffic: number | null): ChannelObject {
  const postPolicy = POST_POLICIES[groups.systemNameOf(row.can_send_message_group) ?? ''] ?? 1;
  return {
    stream_id: row.id,
    name: row.name,
    description: row.description,
    rendered_description: row.rendered_description,
    date_created: row.date_created,
    creator_id: row.creator_id,
    invite_only: row.invite_only,
    is_web_public: row.is_web_public,
    history_public_to_subscribers: row.history_public_to_subscribers,
    is_archived: row.is_archived,
    message_retention_days: row.message_retention_days,
    topics_policy: row.topics_policy,
    first_message_id: row.first_message_id,
    folder_id: row.folder_id,
    is_recently_active: row.is_recently_active,
    stream_weekly_traffic: traffic,
    subscriber_count: row.subscriber_count,
    stream_post_policy: postPolicy,
    is_announcement_only: postPolicy === 2,
    can_add_subscribers_group: groups.valueOf(row.can_add_subscribers_group),
    can_administer_channel_group: groups.valueOf(row.can_administer_channel_group),
    can_create_topic_group: groups.valueOf(row.can_create_topic_group ?? groups.everyone),
    can_delete_any_message_group: groups.valueOf(row.can_delete_any_message_group),
    can_delete_own_message_group: groups.valueOf(row.can_delete_own_message_group),
    can_move_messages_out_of_channel_group: groups.valueOf(row.can_move_messages_out_of_channel_group),
    can_move_messages_within_channel_group: groups.valueOf(row.can_move_messages_within_channel_group),
    can_remove_subscribers_group: groups.valueOf(row.can_remove_subscribers_group),
    can_resolve_topics_group: groups.valueOf(row.can_resolve_topics_group),
    can_send_message_group: groups.valueOf(row.can_send_message_group),
    can_subscribe_group: groups.valueOf(row.can_subscribe_group),
  };
}

const SECONDS_PER_DAY = 86_400;

/**
 * `stream_weekly_traffic` (channels.md 4).
 * @param messages sent to the channel in the last 28 days
 * @param ageSeconds since the channel's creation
 */
export function weeklyTraffic(messages: number, ageSeconds: number): number | null {
  const ageDays = Math.floor(ageSeconds / SECONDS_PER_DAY);
  if (ageDays < 7) return null;
  const average = ageDays >= 28 ? Math.floor(messages / 4) : Math.floor((messages * 7) / ageDays);
  if (average === 0) return messages > 0 ? 1 : 0;
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(average)) - 1);
  return Math.round(average / unit) * unit;
}
