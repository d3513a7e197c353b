import type { ChannelObject, SubscriptionObject } from '@stoa/contracts/channels';
import type { Draft as ServerDraft, Reminder, ScheduledMessage } from '@stoa/contracts/messages';
import type { AdministeredBot, SavedSnippet, UserGroupObject } from '@stoa/contracts/users';
import type { Narrow } from '../narrow/terms';
import type { Conversation, DirectKey, TopicConversation } from './conversation';
import type { Message } from './message';
import type { Organization } from './organization';
import type { RegisterAnswer } from './register-answer';

type Part<K extends keyof RegisterAnswer> = NonNullable<RegisterAnswer[K]>;

/** An account. Inactive ones and bots of the service stand beside active ones. */
export type User = Part<'realm_users'>[number] & {
  readonly is_active: boolean;
  readonly is_system_bot?: true;
  /** Nothing but the id is known: it stands in for a user that was named before it came. */
  readonly isUnknown?: true;
};

/** What the user chose for a channel; kept for channels that were left. */
export type Subscription = Pick<
  SubscriptionObject,
  | 'color'
  | 'is_muted'
  | 'pin_to_top'
  | 'desktop_notifications'
  | 'audible_notifications'
  | 'push_notifications'
  | 'email_notifications'
  | 'wildcard_mentions_notify'
>;

/** A channel, with what the user chose for it if it is or was subscribed. */
export type Channel = ChannelObject & {
  readonly isSubscribed: boolean;
  readonly subscription?: Subscription;
};

/** Who is subscribed to a channel. */
export interface Subscribers {
  readonly ids: ReadonlySet<number>;
  /** Otherwise only some of them: bots, and who was here lately. */
  readonly isComplete: boolean;
  /** While the whole list is asked for: who came (true) or went since; newer than the answer. */
  readonly since?: ReadonlyMap<number, boolean>;
}

/** What is known of a topic. */
export interface Topic {
  /** As it is written. */
  readonly name: string;
  /** Newest message that is known. */
  readonly maxId: number;
  /** Whether the user wrote there, as far as is known. */
  readonly hasOwnMessage: boolean;
}

/** Messages of a narrow that are held: its logic is in windows/ (web.md 2.10). */
export interface MessageWindow {
  readonly narrow: Narrow;
  /** Grows when the window starts anew: answers for an older one are dropped. */
  readonly generation: number;
  /** Ascending. */
  readonly ids: readonly number[];
  readonly haveOldest: boolean;
  readonly haveNewest: boolean;
  readonly fetchingOlder: boolean;
  readonly fetchingNewer: boolean;
  /** As fetched, not as displayed: the message may be muted, moved or deleted since. */
  readonly oldestFetched?: number;
  readonly newestFetched?: number;
  readonly historyLimited: boolean;
  /** It grows without dropping anything: what is shown are the conversations of its messages. */
  readonly keepsAll?: true;
  /** The messages come from before a lost queue and wait for being fetched again. */
  readonly isStale?: true;
  /** Of messages that a search found: the marked content and topic, by id. */
  readonly matches?: ReadonlyMap<number, { readonly content: string; readonly topic: string }>;
}

/** Unread messages of one conversation. */
export interface UnreadIds {
  /** Ascending, never empty. */
  readonly ids: readonly number[];
}
/** Of a topic, with its name as first seen. */
export interface UnreadTopic extends UnreadIds {
  readonly topic: string;
}

/** A user's visibility policy for a topic: 1 muted, 2 unmuted, 3 followed. */
export type UserTopic = Part<'user_topics'>[number];

/** UNIX seconds by the service's clock, 0 if never. */
export interface Presence {
  readonly active_timestamp: number;
  readonly idle_timestamp: number;
}

export type UserStatus = Part<'user_status'>[string];
export type UserGroup = UserGroupObject;
export type CustomEmoji = Part<'realm_emoji'>[string];
export type UserSettings = Part<'user_settings'>;
export type ChannelFolder = Part<'channel_folders'>[number];
export type NavigationView = Part<'navigation_views'>[number];

/** Who writes, and when that was last heard (milliseconds of the local clock). */
export type Typists = ReadonlyMap<number, number>;

/** Own account beside its entry in `users`, which has everything else. */
export interface OwnAccount {
  readonly email: string;
  readonly delivery_email: string;
  readonly full_name: string;
  readonly avatar_source: string;
  readonly avatar_url: string;
  readonly avatar_url_medium: string;
  /** The operator lets the account give others new addresses, while it is an administrator's. */
  readonly mayChangeEmails: boolean;
}

/** Messages got another topic or channel: who looks at them, or writes there, goes with them (web.md 2.12). */
export interface MessageMove {
  /** Who moved them; undefined for the service itself. */
  readonly userId?: number;
  /** Whether the later messages of the topic went along. */
  readonly isWhole: boolean;
  /** They only were resolved, or opened again. */
  readonly isResolution: boolean;
  readonly ids: readonly number[];
  readonly from: TopicConversation;
  readonly to: TopicConversation;
}

/** Which software serves. */
export type ServiceVersion = Pick<
  RegisterAnswer,
  | 'zulip_version'
  | 'zulip_feature_level'
  | 'zulip_merge_base'
  | 'service_version'
  | 'service_feature_level'
  | 'service_merge_base'
> & { readonly server_generation?: number };

/** Lists that no event carries: who shows one fetches it again when its number grows. */
export interface ListVersions {
  readonly invites: number;
  readonly exports: number;
  readonly attachments: number;
}

/**
 * Everything that the client knows of the organization. `store/snapshot.ts` makes it, `store/apply.ts` changes it; every
 * part is replaced, never changed in place, so a part that is the same object has not changed.
 */
export interface State {
  /** Own id. */
  userId: number;
  own: OwnAccount;
  users: ReadonlyMap<number, User>;
  groups: ReadonlyMap<number, UserGroup>;
  statuses: ReadonlyMap<number, UserStatus>;
  bots: ReadonlyMap<number, AdministeredBot>;
  mutedUsers: ReadonlyMap<number, number>;

  presences: ReadonlyMap<number, Presence>;
  /** Of the newest answer about presence; for the next question. */
  presenceLastUpdateId: number;
  /** Seconds since 1970 by the service's clock when it last answered about presence. */
  presenceTime: number;

  channels: ReadonlyMap<number, Channel>;
  subscribers: ReadonlyMap<number, Subscribers>;
  defaultChannels: ReadonlySet<number>;
  defaultChannelGroups: Part<'realm_default_stream_groups'>;
  folders: ReadonlyMap<number, ChannelFolder>;
  /** By channel and `topicKey`. */
  topics: ReadonlyMap<number, ReadonlyMap<string, Topic>>;
  /** By channel and `topicKey`; topics without a policy are not there. */
  userTopics: ReadonlyMap<number, ReadonlyMap<string, UserTopic>>;

  messages: ReadonlyMap<number, Message>;
  /** The last one that an event told of. */
  lastMove?: MessageMove;
  /** By `narrowKey`. */
  windows: ReadonlyMap<string, MessageWindow>;
  /** Newest message that the user received, -1 if there is none. */
  maxMessageId: number;
  starred: ReadonlySet<number>;
  /** Newest message of every direct conversation, as far as is known. */
  recentDirects: ReadonlyMap<DirectKey, number>;

  /** Where each unread message stands. A message that is not here is read, unless `oldUnreadsMissing`. */
  unreadPlaces: ReadonlyMap<number, Conversation>;
  /** By channel and `topicKey`. */
  unreadTopics: ReadonlyMap<number, ReadonlyMap<string, UnreadTopic>>;
  unreadDirects: ReadonlyMap<DirectKey, UnreadIds>;
  /** Unread messages that mention the user, also by wildcard: `unread-counts.ts` says which of them count. */
  unreadMentions: ReadonlySet<number>;
  /** Of `unreadMentions`: only by a wildcard, so they count as mentions only where the topic counts. */
  unreadWildcards: ReadonlySet<number>;
  /** There are more unread messages than the service counts: numbers are shown as `N+`. */
  oldUnreadsMissing: boolean;

  /** By `conversationKey`. */
  typing: ReadonlyMap<string, Typists>;
  /** Who edits a message, by its id. */
  editing: ReadonlyMap<number, Typists>;

  drafts: ReadonlyMap<number, ServerDraft>;
  scheduled: ReadonlyMap<number, ScheduledMessage>;
  reminders: ReadonlyMap<number, Reminder>;
  snippets: ReadonlyMap<number, SavedSnippet>;
  alertWords: readonly string[];
  navigationViews: ReadonlyMap<string, NavigationView>;
  onboardingSteps: Part<'onboarding_steps'>;

  settings: UserSettings;
  settingsDefaults: Part<'realm_user_settings_defaults'>;
  emoji: ReadonlyMap<string, CustomEmoji>;
  organization: Organization;
  /** The organization was deactivated while the client was open. */
  isDeactivated: boolean;
  /** Kinds of bots that may be made. */
  embeddedBots: Part<'realm_embedded_bots'>;
  webhookBots: Part<'realm_incoming_webhook_bots'>;

  service: ServiceVersion;
  /** The service asked for new code to be loaded. */
  reload: 'none' | 'wanted' | 'immediate';
  listVersions: ListVersions;
}
