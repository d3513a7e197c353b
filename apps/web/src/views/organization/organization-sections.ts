import type { Organization } from '../../store/organization';
import {
  BY_OWNERS,
  type OrganizationSetting,
  channel,
  choice,
  days,
  flag,
  group,
  language,
  limit,
  number,
  offered,
  words,
} from './organization-fields';

/** Settings that are saved together, under a heading: `organization.section.TITLE`. */
export interface SettingSection {
  readonly title: string;
  readonly settings: readonly OrganizationSetting[];
}

const ORGANIZATION_KINDS = [0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000];
const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];
const MOST_DAYS = 10_000;

const hasDigests = ({ settings_send_digest_emails }: Organization): boolean => settings_send_digest_emails;
const hasWebPublic = ({ server_web_public_streams_enabled }: Organization): boolean =>
  server_web_public_streams_enabled;
const hasSummaries = ({ server_can_summarize_topics }: Organization): boolean => server_can_summarize_topics;

/** What the organization is. */
export const PROFILE: readonly SettingSection[] = [
  {
    title: 'profile',
    settings: [
      words('name', { maxLength: 40 }),
      words('description', { maxLength: 1000, isLong: true }),
      choice('org_type', ORGANIZATION_KINDS),
      flag('want_advertise_in_communities_directory'),
    ],
  },
];

/** What everybody works with. */
export const SETTINGS: readonly SettingSection[] = [
  {
    title: 'announcements',
    settings: [
      flag('send_channel_events_messages'),
      channel('new_stream_announcements_stream_id'),
      channel('signup_announcements_stream_id'),
      channel('zulip_update_announcements_stream_id'),
      channel('moderation_request_channel_id', { isPrivate: true }),
    ],
  },
  {
    title: 'newcomers',
    settings: [
      language('default_language'),
      words('welcome_message_custom_text', { maxLength: 8000, isLong: true }),
      flag('send_welcome_emails'),
    ],
  },
  {
    title: 'notifications',
    settings: [
      flag('message_content_allowed_in_email_notifications'),
      flag('digest_emails_enabled', { isFor: hasDigests }),
      choice('digest_weekday', WEEKDAYS, { isFor: hasDigests }),
      flag('require_e2ee_push_notifications'),
    ],
  },
  {
    title: 'messages',
    settings: [
      choice('topics_policy', ['allow_empty_topic', 'disable_empty_topic']),
      words('default_code_block_language', { maxLength: 40 }),
      flag('inline_image_preview'),
      choice('media_preview_size', [100, 150, 200]),
      flag('inline_url_embed_preview'),
      flag('enable_read_receipts'),
      offered('gif_rating_policy', ({ gif_rating_policy_options }) => gif_rating_policy_options ?? {}),
    ],
  },
  {
    title: 'calls',
    settings: [
      offered(
        'video_chat_provider',
        ({ realm_available_video_chat_providers }) => realm_available_video_chat_providers,
      ),
      words('jitsi_server_url', { maxLength: 200 }),
    ],
  },
  { title: 'retention', settings: [days('message_retention_days', BY_OWNERS)] },
];

/** Who may do what. */
export const PERMISSIONS: readonly SettingSection[] = [
  {
    title: 'joining',
    settings: [
      flag('invite_required', BY_OWNERS),
      group('can_invite_users_group'),
      group('create_multiuse_invite_group'),
      flag('emails_restricted_to_domains', BY_OWNERS),
      flag('disallow_disposable_email_addresses', BY_OWNERS),
      number('waiting_period_threshold', [0, MOST_DAYS], BY_OWNERS),
    ],
  },
  {
    title: 'channels',
    settings: [
      group('can_create_public_channel_group'),
      group('can_create_private_channel_group'),
      flag('enable_spectator_access', { isFor: hasWebPublic }),
      group('can_create_web_public_channel_group', { isFor: hasWebPublic }),
      group('can_add_subscribers_group'),
      group('can_mention_many_users_group'),
      group('can_set_topics_policy_group'),
      group('can_set_delete_message_policy_group'),
    ],
  },
  { title: 'groups', settings: [group('can_create_groups'), group('can_manage_all_groups')] },
  {
    title: 'directs',
    settings: [group('direct_message_permission_group'), group('direct_message_initiator_group')],
  },
  {
    title: 'editing',
    settings: [
      flag('allow_message_editing'),
      limit('message_content_edit_limit_seconds'),
      choice('message_edit_history_visibility_policy', ['all', 'moves', 'none']),
    ],
  },
  {
    title: 'moving',
    settings: [
      group('can_move_messages_between_topics_group'),
      limit('move_messages_within_stream_limit_seconds'),
      group('can_move_messages_between_channels_group'),
      limit('move_messages_between_streams_limit_seconds'),
      group('can_resolve_topics_group'),
    ],
  },
  {
    title: 'deleting',
    settings: [
      group('can_delete_any_message_group'),
      group('can_delete_own_message_group'),
      limit('message_content_delete_limit_seconds'),
    ],
  },
  {
    title: 'identity',
    settings: [
      flag('require_second_factor'),
      flag('name_changes_disabled'),
      flag('require_unique_names'),
      flag('email_changes_disabled'),
      choice('default_avatar_source', ['G', 'J']),
      flag('avatar_changes_disabled'),
    ],
  },
  {
    title: 'guests',
    settings: [
      group('can_access_all_users_group'),
      flag('enable_guest_user_indicator'),
      flag('enable_guest_user_dm_warning'),
    ],
  },
  { title: 'bots', settings: [group('can_create_bots_group'), group('can_create_write_only_bots_group')] },
  {
    title: 'other',
    settings: [
      group('can_add_custom_emoji_group'),
      group('can_summarize_topics_group', { isFor: hasSummaries }),
      group('can_manage_billing_group'),
      group('workplace_users_group'),
    ],
  },
];
