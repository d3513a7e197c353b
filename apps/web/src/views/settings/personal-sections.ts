import type { Section } from './fields';

/** The page of preferences: also what new accounts start with. */
export const PREFERENCES: readonly Section[] = [
  {
    title: 'appearance',
    settings: [
      ...(['color_scheme', 'default_language', 'twenty_four_hour_time', 'web_font_size_px'] as const),
      ...(['web_line_height_percent', 'high_contrast_mode', 'fluid_layout_width'] as const),
    ],
  },
  {
    title: 'navigation',
    settings: [
      ...(['web_home_view', 'web_escape_navigates_to_home_view', 'web_mark_read_on_scroll_policy'] as const),
      ...(['web_channel_default_view', 'web_navigate_to_sent_message'] as const),
    ],
  },
  {
    title: 'writing',
    settings: ['enter_sends', 'translate_emoticons', 'enable_drafts_synchronization'],
  },
  {
    title: 'messages',
    settings: [
      ...(['emojiset', 'display_emoji_reaction_users', 'web_animate_image_previews'] as const),
      ...(['receives_typing_notifications', 'resolved_topic_notice_auto_read_policy', 'hide_ai_features'] as const),
    ],
  },
  {
    title: 'sidebars',
    settings: [
      ...(['web_stream_unreads_count_display_policy', 'web_left_sidebar_unreads_count_summary'] as const),
      ...(['starred_message_counts', 'web_left_sidebar_show_channel_folders'] as const),
      ...(['web_inbox_show_channel_folders', 'demote_inactive_streams'] as const),
      'user_list_style',
    ],
  },
];

/** What others learn of the user. */
export const PRIVACY: readonly Section[] = [
  {
    title: 'privacy',
    settings: [
      ...(['email_address_visibility', 'presence_enabled', 'send_private_typing_notifications'] as const),
      ...(['send_stream_typing_notifications', 'send_read_receipts', 'allow_private_data_export'] as const),
    ],
  },
];

/** Below the table of notifications. */
export const NOTIFICATIONS: readonly Section[] = [
  {
    title: 'desktop',
    settings: ['notification_sound', 'pm_content_in_desktop_notifications', 'desktop_icon_count_display'],
  },
  { title: 'mobile', settings: ['enable_online_push_notifications'] },
  {
    title: 'email',
    settings: [
      ...(['email_notifications_batching_period_seconds', 'message_content_in_email_notifications'] as const),
      ...(['realm_name_in_email_notifications_policy', 'enable_digest_emails'] as const),
      ...(['enable_login_emails', 'enable_marketing_emails'] as const),
    ],
  },
  {
    title: 'topics',
    settings: [
      ...(['automatically_follow_topics_policy', 'automatically_unmute_topics_in_muted_streams_policy'] as const),
      'automatically_follow_topics_where_mentioned',
    ],
  },
];
