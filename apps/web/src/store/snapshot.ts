import { type DirectKey, type Conversation, directKey } from './conversation';
import { organizationOf } from './organization';
import type { Channel, State, Subscribers, UnreadIds, UnreadTopic, User, UserTopic } from './state';
import type { RegisterAnswer } from './register-answer';
import { topicKey } from './topics';

/** What registering asks for (`fetch_event_types`), with one field that each type always brings. */
const FETCHED = {
  alert_words: 'alert_words',
  channel_folders: 'channel_folders',
  custom_profile_fields: 'custom_profile_fields',
  default_stream_groups: 'realm_default_stream_groups',
  default_streams: 'realm_default_streams',
  drafts: 'drafts',
  message: 'max_message_id',
  muted_users: 'muted_users',
  navigation_views: 'navigation_views',
  onboarding_steps: 'onboarding_steps',
  presence: 'presences',
  realm: 'realm_name',
  realm_bot: 'realm_bots',
  realm_domains: 'realm_domains',
  realm_embedded_bots: 'realm_embedded_bots',
  realm_emoji: 'realm_emoji',
  realm_incoming_webhook_bots: 'realm_incoming_webhook_bots',
  realm_linkifiers: 'realm_linkifiers',
  realm_playgrounds: 'realm_playgrounds',
  realm_user: 'realm_users',
  realm_user_groups: 'realm_user_groups',
  realm_user_settings_defaults: 'realm_user_settings_defaults',
  recent_private_conversations: 'recent_private_conversations',
  reminders: 'reminders',
  saved_snippets: 'saved_snippets',
  scheduled_messages: 'scheduled_messages',
  starred_messages: 'starred_messages',
  subscription: 'subscriptions',
  update_message_flags: 'unread_msgs',
  user_settings: 'user_settings',
  user_status: 'user_status',
  user_topic: 'user_topics',
} as const satisfies Record<string, keyof RegisterAnswer>;

export const FETCHED_TYPES: readonly string[] = Object.keys(FETCHED);

/** Fields that only other parts of `POST /register` bring, or only some organizations or newer services. */
type NotFetched =
  | 'can_change_user_emails'
  | 'streams'
  | 'muted_topics'
  | 'realm_filters'
  | 'realm_billing'
  | 'stop_words'
  | 'push_devices'
  | 'giphy_api_key'
  | 'has_zoom_token'
  | 'has_webex_token'
  | 'demo_organization_scheduled_deletion_date'
  | 'gif_rating_policy_options';
export type Snapshot = Required<Omit<RegisterAnswer, NotFetched>> & Pick<RegisterAnswer, NotFetched>;

/** Whether the answer has every part that was asked for; the service's contract promises the fields of each part. */
function isSnapshot(answer: RegisterAnswer): answer is RegisterAnswer & Snapshot {
  return Object.values(FETCHED).every((field) => answer[field] !== undefined);
}

/**
 * The state that an answer of `POST /register` describes.
 * @throws Error if the answer lacks a part of FETCHED_TYPES
 */
export function snapshotState(answer: RegisterAnswer): State {
  if (!isSnapshot(answer)) {
    const lacking = Object.values(FETCHED).filter((field) => answer[field] === undefined);
    throw new Error(`the answer of POST /register lacks ${lacking.join(', ')}`);
  }
  return {
    ...peopleOf(answer),
    ...channelsOf(answer),
    ...messagesOf(answer),
    ...unreadOf(answer),
    ...itemsOf(answer),
    ...organizationPartsOf(answer),
  };
}

function byId<T, K>(list: readonly T[], idOf: (item: T) => K): ReadonlyMap<K, T> {
  return new Map(list.map((item) => [idOf(item), item]));
}

function byNumber<T>(record: Readonly<Record<string, T>>): ReadonlyMap<number, T> {
  return new Map(Object.entries(record).map(([id, value]) => [Number(id), value]));
}

function peopleOf(answer: Snapshot) {
  const users = new Map<number, User>();
  for (const user of answer.realm_users) users.set(user.user_id, { ...user, is_active: true });
  for (const user of answer.realm_non_active_users) users.set(user.user_id, { ...user, is_active: false });
  for (const bot of answer.cross_realm_bots) users.set(bot.user_id, bot);
  const { email, delivery_email, full_name, avatar_source, avatar_url, avatar_url_medium } = answer;
  return {
    userId: answer.user_id,
    own: {
      ...{ email, delivery_email, full_name, avatar_source, avatar_url, avatar_url_medium },
      mayChangeEmails: answer.can_change_user_emails ?? false,
    },
    users,
    groups: byId(answer.realm_user_groups, ({ id }) => id),
    statuses: byNumber(answer.user_status),
    bots: byId(answer.realm_bots, ({ user_id }) => user_id),
    mutedUsers: new Map(answer.muted_users.map(({ id, timestamp }) => [id, timestamp])),
    presences: presencesOf(answer.presences),
    presenceLastUpdateId: answer.presence_last_update_id,
    presenceTime: answer.server_timestamp,
  };
}

/** Only the modern format, which registering asks for (`slim_presence`). */
export function presencesOf(presences: Snapshot['presences']): State['presences'] {
  const modern = Object.entries(presences).flatMap(([id, presence]) =>
    'active_timestamp' in presence ? [[Number(id), presence] as const] : [],
  );
  return new Map(modern);
}

type WireChannel = Snapshot['never_subscribed'][number] | Snapshot['subscriptions'][number];

/** A channel of a list or an event, and whom it names as subscribed. */
export function channelFrom(wire: WireChannel, isSubscribed: boolean): [Channel, Subscribers | undefined] {
  const { subscribers, partial_subscribers, ...rest } = wire;
  const ids = subscribers ?? partial_subscribers;
  const known = ids && { ids: new Set(ids), isComplete: subscribers !== undefined };
  if (!('color' in rest)) return [{ ...rest, isSubscribed }, known];
  const { color, is_muted, pin_to_top, in_home_view: _deprecated, ...others } = rest;
  const { desktop_notifications, audible_notifications, push_notifications, ...more } = others;
  const { email_notifications, wildcard_mentions_notify, ...channel } = more;
  const subscription = {
    ...{ color, is_muted, pin_to_top, desktop_notifications, audible_notifications, push_notifications },
    ...{ email_notifications, wildcard_mentions_notify },
  };
  return [{ ...channel, isSubscribed, subscription }, known];
}

function channelsOf(answer: Snapshot) {
  const channels = new Map<number, Channel>();
  const subscribers = new Map<number, Subscribers>();
  const add = (wire: WireChannel, isSubscribed: boolean): void => {
    const [channel, known] = channelFrom(wire, isSubscribed);
    channels.set(channel.stream_id, channel);
    if (known) subscribers.set(channel.stream_id, known);
  };
  for (const wire of answer.never_subscribed) add(wire, false);
  for (const wire of answer.unsubscribed) add(wire, false);
  for (const wire of answer.subscriptions) add(wire, true);
  const userTopics = new Map<number, Map<string, UserTopic>>();
  for (const row of answer.user_topics) {
    inner(userTopics, row.stream_id).set(topicKey(row.topic_name), row);
  }
  return {
    ...{ channels, subscribers, userTopics, topics: new Map() },
    defaultChannels: new Set(answer.realm_default_streams),
    defaultChannelGroups: answer.realm_default_stream_groups,
    folders: byId(answer.channel_folders, ({ id }) => id),
  };
}

function inner<K, V>(maps: Map<number, Map<K, V>>, id: number): Map<K, V> {
  const known = maps.get(id) ?? new Map<K, V>();
  maps.set(id, known);
  return known;
}

function messagesOf(answer: Snapshot) {
  const recentDirects = new Map<DirectKey, number>();
  for (const { user_ids, max_message_id } of answer.recent_private_conversations) {
    recentDirects.set(directKey(user_ids, answer.user_id), max_message_id);
  }
  return {
    ...{ messages: new Map(), windows: new Map(), typing: new Map(), editing: new Map(), recentDirects },
    maxMessageId: answer.max_message_id,
    starred: new Set(answer.starred_messages),
  };
}

function unreadOf({ unread_msgs: unread, user_id: ownId }: Snapshot) {
  const unreadPlaces = new Map<number, Conversation>();
  const unreadTopics = new Map<number, Map<string, UnreadTopic>>();
  const unreadDirects = new Map<DirectKey, UnreadIds>();
  const place = (ids: readonly number[], conversation: Conversation): void => {
    for (const id of ids) unreadPlaces.set(id, conversation);
  };
  for (const { stream_id, topic, unread_message_ids: ids } of unread.streams) {
    inner(unreadTopics, stream_id).set(topicKey(topic), { topic, ids });
    place(ids, { kind: 'topic', channelId: stream_id, topic });
  }
  const directs = [
    ...unread.pms.map(({ other_user_id, unread_message_ids }) => ({ users: [other_user_id], unread_message_ids })),
    ...unread.huddles.map(({ user_ids_string, unread_message_ids }) => ({
      users: user_ids_string.split(',').map(Number),
      unread_message_ids,
    })),
  ];
  for (const { users, unread_message_ids: ids } of directs) {
    const key = directKey(users, ownId);
    unreadDirects.set(key, { ids });
    place(ids, { kind: 'direct', key });
  }
  return {
    ...{ unreadPlaces, unreadTopics, unreadDirects },
    unreadMentions: new Set(unread.mentions.filter((id) => unreadPlaces.has(id))),
    // The snapshot does not tell wildcards apart; loading a message does.
    unreadWildcards: new Set<number>(),
    oldUnreadsMissing: unread.old_unreads_missing,
  };
}

function itemsOf(answer: Snapshot) {
  return {
    drafts: byId(answer.drafts, ({ id }) => id),
    scheduled: byId(answer.scheduled_messages, ({ scheduled_message_id }) => scheduled_message_id),
    reminders: byId(answer.reminders, ({ reminder_id }) => reminder_id),
    snippets: byId(answer.saved_snippets, ({ id }) => id),
    alertWords: answer.alert_words,
    navigationViews: byId(answer.navigation_views, ({ fragment }) => fragment),
    onboardingSteps: answer.onboarding_steps,
    settings: answer.user_settings,
    settingsDefaults: answer.realm_user_settings_defaults,
  };
}

function organizationPartsOf(answer: Snapshot) {
  const { zulip_version, zulip_feature_level, zulip_merge_base, server_generation } = answer;
  const { service_version, service_feature_level, service_merge_base } = answer;
  const brand = { zulip_version, zulip_feature_level, zulip_merge_base };
  return {
    emoji: new Map(Object.entries(answer.realm_emoji)),
    organization: organizationOf(answer),
    isDeactivated: false,
    embeddedBots: answer.realm_embedded_bots,
    webhookBots: answer.realm_incoming_webhook_bots,
    service: { ...brand, service_version, service_feature_level, service_merge_base, server_generation },
    reload: 'none' as const,
    listVersions: { invites: 0, exports: 0, attachments: 0 },
  };
}
