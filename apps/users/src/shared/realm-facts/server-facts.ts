import type { VideoProvider } from './video-providers';

/** Facts of the installation in the answer of POST /register (organization.md 4.8). */
export interface ServerFacts {
  isDevelopment: boolean;
  externalHost: string;
  externalScheme: string;
  jitsiServerUrl: string | null;
  /** That organizations can choose. */
  videoProviders: readonly VideoProvider[];
  allowsWebPublicChannels: boolean;
  largestUploadMib: number;
  sendsDigests: boolean;
  /** Bots that run within the service, with their settings and what counts unless others are given. */
  embeddedBots: readonly { name: string; config: Readonly<Record<string, string>> }[];
}

/** Lengths in code points, sizes in MiB, times as named (organization.md 1.9, 4.8). */
export const SERVER_LIMITS = {
  max_logo_file_size_mib: 5,
  max_avatar_file_size_mib: 5,
  max_icon_file_size_mib: 5,
  event_queue_longpoll_timeout_seconds: 90,
  password_min_length: 6,
  password_max_length: 100,
  password_min_guesses: 10_000,
  max_message_length: 10_000,
  max_topic_length: 60,
  max_stream_name_length: 60,
  max_stream_description_length: 1024,
  max_channel_folder_name_length: 60,
  max_channel_folder_description_length: 1024,
  max_reminder_note_length: 1000,
  max_bulk_new_subscription_messages: 100,
  server_presence_ping_interval_seconds: 60,
  server_presence_offline_threshold_seconds: 200,
  server_typing_started_expiry_period_milliseconds: 45_000,
  server_typing_stopped_wait_period_milliseconds: 12_000,
  server_typing_started_wait_period_milliseconds: 30_000,
  server_min_deactivated_realm_deletion_days: 14,
  server_max_deactivated_realm_deletion_days: null,
} as const;

export const GIF_RATING_OPTIONS = {
  disabled: { name: 'GIF integration disabled', id: 0 },
  g: { name: 'Allow GIFs rated G (General audience)', id: 1 },
  pg: { name: 'Allow GIFs rated PG (Parental guidance)', id: 2 },
  'pg-13': { name: 'Allow GIFs rated PG-13 (Parental guidance - under 13)', id: 3 },
  r: { name: 'Allow GIFs rated R (Restricted)', id: 4 },
} as const;

export const DEFAULT_EXTERNAL_ACCOUNTS = {
  twitter: {
    text: 'Twitter',
    name: 'Twitter username',
    hint: '',
    url_pattern: 'https://twitter.com/%(username)s',
  },
  github: { text: 'GitHub', name: 'GitHub username', hint: '', url_pattern: 'https://github.com/%(username)s' },
} as const;

export const THUMBNAIL_FORMATS = [
  { name: '840x560-anim.webp', max_width: 840, max_height: 560, format: 'webp', animated: true },
  { name: '840x560.webp', max_width: 840, max_height: 560, format: 'webp', animated: false },
] as const;

/** Types of custom profile fields by keyword (organization.md 8). */
export const PROFILE_FIELD_TYPES = {
  SHORT_TEXT: { id: 1, name: 'Text (short)' },
  LONG_TEXT: { id: 2, name: 'Text (long)' },
  SELECT: { id: 3, name: 'List of options' },
  DATE: { id: 4, name: 'Date' },
  URL: { id: 5, name: 'Link' },
  USER: { id: 6, name: 'Users' },
  EXTERNAL_ACCOUNT: { id: 7, name: 'External account' },
  PRONOUNS: { id: 8, name: 'Pronouns' },
} as const;

/** Notices of the tutorial, in order (users.md 14); a tour video is listed only where one is configured. */
export const ONBOARDING_STEPS = [
  'visibility_policy_banner',
  'intro_inbox_view_modal',
  'intro_recent_view_modal',
  'first_stream_created_banner',
  'jump_to_conversation_banner',
  'non_interleaved_view_messages_fading',
  'interleaved_view_messages_fading',
  'intro_resolve_topic',
] as const;
