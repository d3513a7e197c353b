import type { RegisterAnswer } from '../store/register-answer';

type Channel = NonNullable<RegisterAnswer['subscriptions']>[number];
type User = NonNullable<RegisterAnswer['realm_users']>[number];
type Group = NonNullable<RegisterAnswer['realm_user_groups']>[number];

export const ME = 10;

const PERSONAL = {
  color: '#76ce90',
  is_muted: false,
  in_home_view: true,
  pin_to_top: false,
  desktop_notifications: null,
  audible_notifications: null,
  push_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
};

/** A channel without the personal part of a subscription. */
export function aChannel(stream_id: number, changes: Partial<Channel> = {}) {
  return {
    stream_id,
    name: `channel ${stream_id}`,
    description: '',
    rendered_description: '',
    date_created: 1_700_000_000,
    creator_id: null,
    invite_only: false,
    is_web_public: false,
    history_public_to_subscribers: true,
    is_archived: false,
    message_retention_days: null,
    topics_policy: 'inherit',
    first_message_id: null,
    folder_id: null,
    is_recently_active: true,
    stream_weekly_traffic: null,
    subscriber_count: 1,
    stream_post_policy: 1,
    is_announcement_only: false,
    can_add_subscribers_group: 1,
    can_administer_channel_group: 1,
    can_delete_any_message_group: 1,
    can_delete_own_message_group: 1,
    can_move_messages_out_of_channel_group: 1,
    can_move_messages_within_channel_group: 1,
    can_remove_subscribers_group: 1,
    can_resolve_topics_group: 1,
    can_send_message_group: 1,
    can_subscribe_group: 1,
    can_create_topic_group: 7,
    ...changes,
  };
}

export function aSubscription(stream_id: number, changes: Partial<Channel> = {}): Channel {
  return { ...aChannel(stream_id), ...PERSONAL, subscribers: [ME], ...changes };
}

export function aUser(user_id: number, changes: Partial<User> = {}): User {
  return {
    user_id,
    email: `user${user_id}@chat.example`,
    delivery_email: null,
    full_name: `User ${user_id}`,
    date_joined: '2023-01-01T00:00+00:00',
    is_owner: false,
    is_admin: false,
    is_guest: false,
    is_bot: false,
    role: 400,
    timezone: '',
    avatar_url: null,
    avatar_version: 1,
    profile_data: {},
    ...changes,
  };
}

export function aGroup(id: number, changes: Partial<Group> = {}): Group {
  return {
    id,
    name: `group ${id}`,
    description: '',
    creator_id: null,
    date_created: null,
    members: [],
    direct_subgroup_ids: [],
    is_system_group: false,
    deactivated: false,
    can_add_members_group: 1,
    can_join_group: 1,
    can_leave_group: 1,
    can_manage_group: 1,
    can_mention_group: 1,
    can_remove_members_group: 1,
    ...changes,
  };
}

/** Every setting of the organization about messages, for one group. */
export function permissionsFor(group: number) {
  return {
    realm_can_delete_any_message_group: group,
    realm_can_delete_own_message_group: group,
    realm_can_move_messages_between_channels_group: group,
    realm_can_move_messages_between_topics_group: group,
    realm_can_resolve_topics_group: group,
    realm_can_mention_many_users_group: group,
    realm_direct_message_permission_group: group,
    realm_direct_message_initiator_group: group,
  };
}

const NOTHING_UNREAD = { count: 0, pms: [], streams: [], huddles: [], mentions: [], old_unreads_missing: false };

/** What an organization without settings answers to a registration: only what a test needs is in it. */
export function anAnswer(changes: Partial<RegisterAnswer> = {}): RegisterAnswer {
  return {
    queue_id: 'queue',
    last_event_id: -1,
    ...versions(),
    ...ownAccount(),
    ...personalLists(),
    realm_users: [aUser(ME), aUser(20), aUser(30)],
    realm_non_active_users: [],
    cross_realm_bots: [],
    realm_user_groups: [aGroup(1, { members: [ME, 20, 30] })],
    realm_bots: [],
    realm_embedded_bots: [],
    realm_incoming_webhook_bots: [],
    presences: {},
    presence_last_update_id: -1,
    server_timestamp: 1_700_000_000,
    user_status: {},
    subscriptions: [aSubscription(5), aSubscription(6)],
    unsubscribed: [],
    never_subscribed: [aChannel(7)],
    realm_default_streams: [],
    realm_default_stream_groups: [],
    channel_folders: [],
    realm_name: 'Tests',
    realm_emoji: {},
    realm_domains: [],
    realm_linkifiers: [],
    realm_playgrounds: [],
    custom_profile_fields: [],
    server_presence_offline_threshold_seconds: 200,
    server_presence_ping_interval_seconds: 60,
    server_typing_started_expiry_period_milliseconds: 45_000,
    server_typing_stopped_wait_period_milliseconds: 12_000,
    server_typing_started_wait_period_milliseconds: 30_000,
    event_queue_longpoll_timeout_seconds: 90,
    ...changes,
  };
}

function versions() {
  const service = { service_version: '11.0', service_feature_level: 421, service_merge_base: '11.0' };
  return { zulip_version: '11.0', zulip_feature_level: 421, zulip_merge_base: '11.0', ...service };
}

function ownAccount() {
  return {
    user_id: ME,
    email: 'user10@chat.example',
    delivery_email: 'me@chat.example',
    full_name: 'User 10',
    avatar_source: 'G',
    avatar_url: '/avatar/10',
    avatar_url_medium: '/avatar/10/medium',
    is_owner: false,
    is_admin: false,
    is_moderator: false,
    is_guest: false,
  };
}

/** Settings that the tests read; the service sends all of them. */
const SETTINGS = { presence_enabled: true, web_stream_unreads_count_display_policy: 2, desktop_icon_count_display: 1 };

function personalLists() {
  return {
    alert_words: [],
    onboarding_steps: [],
    max_message_id: -1,
    unread_msgs: NOTHING_UNREAD,
    starred_messages: [],
    recent_private_conversations: [],
    drafts: [],
    scheduled_messages: [],
    reminders: [],
    saved_snippets: [],
    navigation_views: [],
    user_topics: [],
    muted_users: [],
    user_settings: settings(),
    realm_user_settings_defaults: settings(),
  };
}

function settings(): NonNullable<RegisterAnswer['user_settings']> {
  return SETTINGS as NonNullable<RegisterAnswer['user_settings']>;
}
