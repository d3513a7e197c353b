import { Type } from '@sinclair/typebox';
import { BooleanParam, EnumParam, IntegerParam, JsonParam, StringParam } from '@stoa/http-params';

/** Any JSON value: what it must be is checked by hand (organization.md 4.4). */
const LIMIT = Type.Unknown();

/** The simple settings of `PATCH /realm`, in the order of organization.md 4.2. */
export class RealmSettingParams {
  @StringParam({ optional: true, maxLength: 40, doc: 'Name of the organization.' })
  name?: string;

  @StringParam({ optional: true, maxLength: 1000, doc: 'What it is about, in Markdown.' })
  description?: string;

  @EnumParam([0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000], {
    optional: true,
    text: 'short',
    doc: 'Kind of organization.',
  })
  org_type?: number;

  @StringParam({ optional: true, doc: 'Language of new users and of notices.' })
  default_language?: string;

  @StringParam({ maxLength: 40, optional: true, doc: 'Language of code blocks that name none; empty for none.' })
  default_code_block_language?: string;

  @StringParam({ optional: true, maxLength: 8000, doc: 'What the welcome bot adds for new users.' })
  welcome_message_custom_text?: string;

  @BooleanParam({ optional: true, doc: 'Whether new users get welcome emails.' })
  send_welcome_emails?: boolean;

  @BooleanParam({ optional: true, doc: 'Whether digests are sent to users who were away.' })
  digest_emails_enabled?: boolean;

  @EnumParam([0, 1, 2, 3, 4, 5, 6], { optional: true, text: 'short', doc: 'Day of digests; 0 is Monday.' })
  digest_weekday?: number;

  @BooleanParam({ optional: true, doc: 'Whether emails quote messages.' })
  message_content_allowed_in_email_notifications?: boolean;

  @BooleanParam({ optional: true, doc: 'Whether images are shown with messages.' })
  inline_image_preview?: boolean;

  @BooleanParam({ optional: true, doc: 'Whether links are previewed.' })
  inline_url_embed_preview?: boolean;

  @BooleanParam({ optional: true, doc: 'Whether messages can be edited.' })
  allow_message_editing?: boolean;

  @JsonParam(LIMIT, {
    optional: true,
    doc: 'Seconds for which the content of a message can be edited, or `"unlimited"`.',
  })
  message_content_edit_limit_seconds?: unknown;

  @JsonParam(LIMIT, { optional: true, doc: 'Seconds for which own messages can be deleted, or `"unlimited"`.' })
  message_content_delete_limit_seconds?: unknown;

  @JsonParam(LIMIT, {
    optional: true,
    doc: 'Seconds for which messages can be moved between topics, or `"unlimited"`.',
  })
  move_messages_within_stream_limit_seconds?: unknown;

  @JsonParam(LIMIT, {
    optional: true,
    doc: 'Seconds for which messages can be moved between channels, or `"unlimited"`.',
  })
  move_messages_between_streams_limit_seconds?: unknown;

  @EnumParam(['all', '"all"', 'moves', '"moves"', 'none', '"none"'], {
    optional: true,
    text: 'short',
    doc: 'What of the edit history is shown.',
  })
  message_edit_history_visibility_policy?: string;

  @EnumParam(['allow_empty_topic', '"allow_empty_topic"', 'disable_empty_topic', '"disable_empty_topic"'], {
    optional: true,
    text: 'short',
    doc: 'Whether messages may have the empty topic.',
  })
  topics_policy?: string;

  @JsonParam(LIMIT, { optional: true, doc: 'Days after which messages are deleted, or `"unlimited"`. Owners only.' })
  message_retention_days?: unknown;

  @BooleanParam({ optional: true, doc: 'Whether users see who has read a message.' })
  enable_read_receipts?: boolean;

  @BooleanParam({ optional: true, doc: 'Whether guests are marked.' })
  enable_guest_user_indicator?: boolean;

  @BooleanParam({ optional: true, doc: 'Whether direct messages to guests are warned of.' })
  enable_guest_user_dm_warning?: boolean;

  @BooleanParam({ optional: true, doc: 'Whether web-public channels are readable without login.' })
  enable_spectator_access?: boolean;

  @BooleanParam({ optional: true, doc: 'Whether the organization is listed publicly.' })
  want_advertise_in_communities_directory?: boolean;

  @BooleanParam({ optional: true, doc: 'Whether only administrators change names.' })
  name_changes_disabled?: boolean;

  @BooleanParam({ optional: true, doc: 'Whether only administrators change addresses.' })
  email_changes_disabled?: boolean;

  @BooleanParam({ optional: true, doc: 'Whether only administrators change avatars.' })
  avatar_changes_disabled?: boolean;

  @BooleanParam({ optional: true, doc: 'Whether full names must differ.' })
  require_unique_names?: boolean;

  @BooleanParam({ optional: true, doc: 'Whether one needs an invitation to join. Owners only.' })
  invite_required?: boolean;

  @BooleanParam({ optional: true, doc: 'Whether addresses must be of the allowed domains. Owners only.' })
  emails_restricted_to_domains?: boolean;

  @BooleanParam({ optional: true, doc: 'Whether throw-away addresses are refused. Owners only.' })
  disallow_disposable_email_addresses?: boolean;

  @IntegerParam({
    optional: true,
    min: 0,
    max: 2_000_000_000,
    doc: 'Days until a member is a full member. Owners only.',
  })
  waiting_period_threshold?: number;

  @IntegerParam({ optional: true, max: 2_000_000_000, doc: 'Provider of video calls.' })
  video_chat_provider?: number;

  @StringParam({ optional: true, json: true, maxLength: 200, doc: 'Jitsi server of the organization, or `"default"`.' })
  jitsi_server_url?: string;

  @IntegerParam({ optional: true, max: 2_000_000_000, doc: 'Rating up to which GIFs are offered; 0 offers none.' })
  giphy_rating?: number;

  @BooleanParam({ optional: true, doc: 'Whether pushes that are not end-to-end encrypted hide the content.' })
  require_e2ee_push_notifications?: boolean;

  @IntegerParam({ optional: true, max: 2_000_000_000, doc: 'Channel where new channels are announced; -1 for none.' })
  new_stream_announcements_stream_id?: number;

  @IntegerParam({ optional: true, max: 2_000_000_000, doc: 'Channel where new users are announced; -1 for none.' })
  signup_announcements_stream_id?: number;

  @IntegerParam({
    optional: true,
    max: 2_000_000_000,
    alias: ['service_update_announcements_stream_id'],
    doc: 'Channel for news of releases; -1 for none.',
  })
  zulip_update_announcements_stream_id?: number;

  @IntegerParam({ optional: true, max: 2_000_000_000, doc: 'Private channel for reports; -1 for none.' })
  moderation_request_channel_id?: number;
}
