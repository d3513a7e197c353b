import { TOptional, TProperties, Type } from '@sinclair/typebox';
import {
  ChannelFolderSchema,
  ChannelSchema,
  ChannelWithSubscribersSchema,
  DefaultChannelGroupSchema,
  SubscriptionSchema,
} from '../channels/channel-object';
import { UserGroupSchema } from './group-object';
import { AdministeredBotSchema } from './bot-object';
import { CLOSED, Nullable } from '../rpc/nullable';
import {
  DraftSchema,
  NavigationViewSchema,
  OnboardingStepSchema,
  DeviceSchema,
  PushDeviceSchema,
  ReminderSchema,
  SavedSnippetSchema,
  ScheduledMessageSchema,
  UnreadMessagesSchema,
  UserStatusSchema,
  UserTopicSchema,
} from './personal-state.schema';
import { realmStateProperties } from './realm-state.schema';
import { CrossRealmBotSchema, RegisterUserSchema } from './user-object';
import { LEGACY_SETTINGS_SCHEMAS, UserSettingsDefaultsSchema, UserSettingsSchema } from './user-settings';

type Optional<P extends TProperties> = { [K in keyof P]: TOptional<P[K]> };

function optional<P extends TProperties>(properties: P): Optional<P> {
  // A mapped object has the keys of what it is made of, which only its type tells.
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)]),
  ) as Optional<P>;
}

const integers = Type.Array(Type.Integer());

const personal = {
  alert_words: Type.Array(Type.String()),
  onboarding_steps: Type.Array(OnboardingStepSchema),
  navigation_tour_video_url: Nullable(Type.String()),
  max_message_id: Type.Integer(),
  unread_msgs: UnreadMessagesSchema,
  starred_messages: integers,
  recent_private_conversations: Type.Array(Type.Object({ user_ids: integers, max_message_id: Type.Integer() }, CLOSED)),
  drafts: Type.Array(DraftSchema),
  scheduled_messages: Type.Array(ScheduledMessageSchema),
  reminders: Type.Array(ReminderSchema),
  saved_snippets: Type.Array(SavedSnippetSchema),
  navigation_views: Type.Array(NavigationViewSchema),
  muted_topics: Type.Array(Type.Tuple([Type.String(), Type.String(), Type.Integer()])),
  user_topics: Type.Array(UserTopicSchema),
  muted_users: Type.Array(Type.Object({ id: Type.Integer(), timestamp: Type.Integer() }, CLOSED)),
  user_settings: UserSettingsSchema,
  has_zoom_token: Type.Boolean(),
  has_webex_token: Type.Boolean(),
  push_devices: Type.Record(Type.String(), PushDeviceSchema),
  devices: Type.Record(Type.String(), DeviceSchema),
};

const ModernPresenceSchema = Type.Object({ active_timestamp: Type.Integer(), idle_timestamp: Type.Integer() }, CLOSED);
const legacyPresence = { client: Type.Literal('website'), status: Type.String(), timestamp: Type.Integer() };
const LegacyPresenceSchema = Type.Object(
  {
    website: Type.Object({ ...legacyPresence, pushable: Type.Literal(false) }, CLOSED),
    aggregated: Type.Object(legacyPresence, CLOSED),
  },
  CLOSED,
);

const presence = {
  presences: Type.Record(Type.String(), Type.Union([ModernPresenceSchema, LegacyPresenceSchema])),
  presence_last_update_id: Type.Integer(),
  server_timestamp: Type.Number(),
  user_status: Type.Record(Type.String(), UserStatusSchema),
};

const users = {
  realm_users: Type.Array(RegisterUserSchema),
  realm_non_active_users: Type.Array(RegisterUserSchema),
  cross_realm_bots: Type.Array(CrossRealmBotSchema),
  user_id: Type.Integer(),
  email: Type.String(),
  delivery_email: Type.String(),
  full_name: Type.String(),
  avatar_source: Type.String(),
  avatar_url: Type.String(),
  avatar_url_medium: Type.String(),
  is_owner: Type.Boolean(),
  is_admin: Type.Boolean(),
  is_moderator: Type.Boolean(),
  is_guest: Type.Boolean(),
  can_create_public_streams: Type.Boolean(),
  can_create_private_streams: Type.Boolean(),
  can_create_web_public_streams: Type.Boolean(),
  can_create_streams: Type.Boolean(),
  can_invite_others_to_realm: Type.Boolean(),
  /** What the operator decides; administrators alone make use of it (users.md 2). */
  can_change_user_emails: Type.Boolean(),
};

const option = { key: Type.String(), label: Type.String() };
const BotOptionSchema = Type.Object({ ...option, validator: Type.String() }, CLOSED);
const UrlOptionSchema = Type.Object(
  { ...option, input_type: Type.Union([Type.Literal('text'), Type.Literal('checkbox')]) },
  CLOSED,
);

const channels = {
  subscriptions: Type.Array(SubscriptionSchema),
  unsubscribed: Type.Array(SubscriptionSchema),
  never_subscribed: Type.Array(ChannelWithSubscribersSchema),
  streams: Type.Array(ChannelSchema),
  realm_default_streams: integers,
  realm_default_stream_groups: Type.Array(DefaultChannelGroupSchema),
  channel_folders: Type.Array(ChannelFolderSchema),
};

const others = {
  realm_user_settings_defaults: UserSettingsDefaultsSchema,
  realm_user_groups: Type.Array(UserGroupSchema),
  realm_billing: Type.Object({ has_pending_sponsorship_request: Type.Boolean() }, CLOSED),
  realm_bots: Type.Array(AdministeredBotSchema),
  realm_embedded_bots: Type.Array(
    Type.Object({ name: Type.String(), config: Type.Record(Type.String(), Type.String()) }, CLOSED),
  ),
  realm_incoming_webhook_bots: Type.Array(
    Type.Object(
      {
        name: Type.String(),
        display_name: Type.String(),
        all_event_types: Nullable(Type.Array(Type.String())),
        config_options: Type.Array(BotOptionSchema),
        url_options: Type.Array(UrlOptionSchema),
      },
      CLOSED,
    ),
  ),
  stop_words: Type.Array(Type.String()),
  giphy_api_key: Type.String(),
  tenor_api_key: Type.String(),
  klipy_api_key: Type.String(),
};

/** Whole body of a successful POST /register (realtime.md 2), the envelope's `result` and `msg` apart. */
export const RegisterResponseSchema = Type.Object(
  {
    queue_id: Nullable(Type.String({ description: 'Null for spectators.' })),
    last_event_id: Type.Integer({ description: 'Newest event that the state contains; -1 for a fresh queue.' }),
    idle_queue_timeout_secs: Type.Optional(
      Type.Integer({ description: 'Seconds that the queue lives without a poll.' }),
    ),
    zulip_version: Type.String(),
    service_version: Type.String(),
    zulip_feature_level: Type.Integer(),
    service_feature_level: Type.Integer(),
    zulip_merge_base: Type.String(),
    service_merge_base: Type.String(),
    ...optional({ ...personal, ...presence, ...users, ...channels, ...others, ...realmStateProperties }),
    ...LEGACY_SETTINGS_SCHEMAS,
  },
  CLOSED,
);
