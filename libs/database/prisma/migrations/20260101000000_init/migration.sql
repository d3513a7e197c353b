-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "set_version" (
    "key" TEXT NOT NULL,
    "version" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "set_version_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "recipient" (
    "id" SERIAL NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "kind" SMALLINT NOT NULL,

    CONSTRAINT "recipient_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "channel" (
    "id" SERIAL NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "recipient_id" INTEGER NOT NULL,
    "version" BIGINT NOT NULL DEFAULT 0,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "rendered_description" TEXT NOT NULL DEFAULT '',
    "creator_id" INTEGER,
    "date_created" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "invite_only" BOOLEAN NOT NULL DEFAULT false,
    "history_public_to_subscribers" BOOLEAN NOT NULL DEFAULT true,
    "is_web_public" BOOLEAN NOT NULL DEFAULT false,
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "message_retention_days" INTEGER,
    "topics_policy" TEXT NOT NULL DEFAULT 'inherit',
    "first_message_id" BIGINT,
    "is_recently_active" BOOLEAN NOT NULL DEFAULT true,
    "subscriber_count" INTEGER NOT NULL DEFAULT 0,
    "folder_id" INTEGER,
    "can_add_subscribers_group" INTEGER NOT NULL,
    "can_administer_channel_group" INTEGER NOT NULL,
    "can_delete_any_message_group" INTEGER NOT NULL,
    "can_delete_own_message_group" INTEGER NOT NULL,
    "can_move_messages_out_of_channel_group" INTEGER NOT NULL,
    "can_move_messages_within_channel_group" INTEGER NOT NULL,
    "can_remove_subscribers_group" INTEGER NOT NULL,
    "can_resolve_topics_group" INTEGER NOT NULL,
    "can_send_message_group" INTEGER NOT NULL,
    "can_subscribe_group" INTEGER NOT NULL,

    CONSTRAINT "channel_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "channel_folder" (
    "id" SERIAL NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "rendered_description" TEXT NOT NULL DEFAULT '',
    "position" INTEGER NOT NULL DEFAULT 0,
    "creator_id" INTEGER,
    "date_created" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "is_archived" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "channel_folder_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "default_channel" (
    "channel_id" INTEGER NOT NULL,
    "realm_id" INTEGER NOT NULL,

    CONSTRAINT "default_channel_pkey" PRIMARY KEY ("channel_id")
);

-- CreateTable
CREATE TABLE "default_channel_group" (
    "id" SERIAL NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "default_channel_group_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "default_channel_group_channel" (
    "group_id" INTEGER NOT NULL,
    "channel_id" INTEGER NOT NULL,

    CONSTRAINT "default_channel_group_channel_pkey" PRIMARY KEY ("group_id","channel_id")
);

-- CreateTable
CREATE TABLE "subscription" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "channel_id" INTEGER NOT NULL,
    "version" BIGINT NOT NULL DEFAULT 0,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "color" TEXT NOT NULL DEFAULT '#c2c2c2',
    "is_muted" BOOLEAN NOT NULL DEFAULT false,
    "pin_to_top" BOOLEAN NOT NULL DEFAULT false,
    "desktop_notifications" BOOLEAN,
    "audible_notifications" BOOLEAN,
    "push_notifications" BOOLEAN,
    "email_notifications" BOOLEAN,
    "wildcard_mentions_notify" BOOLEAN,

    CONSTRAINT "subscription_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "membership_span" (
    "user_id" INTEGER NOT NULL,
    "recipient_id" INTEGER NOT NULL,
    "first_message_id" BIGINT NOT NULL,
    "last_message_id" BIGINT,

    CONSTRAINT "membership_span_pkey" PRIMARY KEY ("user_id","recipient_id","first_message_id")
);

-- CreateTable
CREATE TABLE "channel_email_address" (
    "id" SERIAL NOT NULL,
    "channel_id" INTEGER NOT NULL,
    "creator_id" INTEGER NOT NULL,
    "sender_id" INTEGER NOT NULL,
    "token" TEXT NOT NULL,

    CONSTRAINT "channel_email_address_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "channel_traffic" (
    "channel_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "messages" INTEGER NOT NULL,

    CONSTRAINT "channel_traffic_pkey" PRIMARY KEY ("channel_id","day")
);

-- CreateTable
CREATE TABLE "direct_conversation" (
    "recipient_id" INTEGER NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "user_ids" INTEGER[],
    "participants_key" TEXT NOT NULL,

    CONSTRAINT "direct_conversation_pkey" PRIMARY KEY ("recipient_id")
);

-- CreateTable
CREATE TABLE "direct_conversation_participant" (
    "recipient_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,

    CONSTRAINT "direct_conversation_participant_pkey" PRIMARY KEY ("recipient_id","user_id")
);

-- CreateTable
CREATE TABLE "user_topic" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "channel_id" INTEGER NOT NULL,
    "topic" TEXT NOT NULL,
    "visibility_policy" SMALLINT NOT NULL,
    "last_updated" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_topic_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "message" (
    "id" BIGSERIAL NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "recipient_id" INTEGER NOT NULL,
    "origin_recipient_id" INTEGER NOT NULL,
    "moves" BIGINT[] DEFAULT ARRAY[]::BIGINT[],
    "sender_id" INTEGER NOT NULL,
    "topic" TEXT NOT NULL DEFAULT '',
    "content" TEXT NOT NULL,
    "rendered_content" TEXT NOT NULL,
    "renderer_version" SMALLINT NOT NULL DEFAULT 1,
    "sent_at" TIMESTAMPTZ(6) NOT NULL,
    "last_edited_at" TIMESTAMPTZ(6),
    "last_moved_at" TIMESTAMPTZ(6),
    "channel_wildcard" BOOLEAN NOT NULL DEFAULT false,
    "born_read" BOOLEAN NOT NULL DEFAULT false,
    "is_me_message" BOOLEAN NOT NULL DEFAULT false,
    "client_name" TEXT NOT NULL,
    "topic_links" JSONB NOT NULL DEFAULT '[]',
    "has_attachment" BOOLEAN NOT NULL DEFAULT false,
    "has_image" BOOLEAN NOT NULL DEFAULT false,
    "has_link" BOOLEAN NOT NULL DEFAULT false,
    "search_vector" tsvector,

    CONSTRAINT "message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "message_edit" (
    "id" BIGSERIAL NOT NULL,
    "message_id" BIGINT NOT NULL,
    "user_id" INTEGER,
    "edited_at" TIMESTAMPTZ(6) NOT NULL,
    "prev_content" TEXT,
    "prev_rendered_content" TEXT,
    "prev_renderer_version" SMALLINT,
    "prev_topic" TEXT,
    "topic" TEXT,
    "prev_channel_id" INTEGER,
    "channel_id" INTEGER,

    CONSTRAINT "message_edit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "message_move" (
    "id" BIGINT NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "from_recipient_id" INTEGER NOT NULL,
    "to_recipient_id" INTEGER NOT NULL,
    "to_protected" BOOLEAN NOT NULL,
    "moved_by_user_id" INTEGER,
    "moved_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "message_move_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "direct_message_receipt" (
    "user_id" INTEGER NOT NULL,
    "message_id" BIGINT NOT NULL,
    "recipient_id" INTEGER NOT NULL,

    CONSTRAINT "direct_message_receipt_pkey" PRIMARY KEY ("user_id","message_id")
);

-- CreateTable
CREATE TABLE "read_position" (
    "user_id" INTEGER NOT NULL,
    "position" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "read_position_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "read_chunk" (
    "user_id" INTEGER NOT NULL,
    "chunk" BIGINT NOT NULL,
    "bits" BIT(4096) NOT NULL,

    CONSTRAINT "read_chunk_pkey" PRIMARY KEY ("user_id","chunk")
);

-- CreateTable
CREATE TABLE "message_flag" (
    "user_id" INTEGER NOT NULL,
    "message_id" BIGINT NOT NULL,
    "bits" INTEGER NOT NULL,

    CONSTRAINT "message_flag_pkey" PRIMARY KEY ("user_id","message_id")
);

-- CreateTable
CREATE TABLE "reaction" (
    "id" BIGSERIAL NOT NULL,
    "message_id" BIGINT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "emoji_name" TEXT NOT NULL,
    "emoji_code" TEXT NOT NULL,
    "reaction_type" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reaction_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "submessage" (
    "id" BIGSERIAL NOT NULL,
    "message_id" BIGINT NOT NULL,
    "sender_id" INTEGER NOT NULL,
    "msg_type" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "submessage_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "draft" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "recipient_ids" INTEGER[],
    "topic" TEXT NOT NULL DEFAULT '',
    "content" TEXT NOT NULL,
    "last_edited_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "draft_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scheduled_message" (
    "id" SERIAL NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "sender_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "channel_id" INTEGER,
    "user_ids" INTEGER[],
    "topic" TEXT NOT NULL DEFAULT '',
    "content" TEXT NOT NULL,
    "rendered_content" TEXT NOT NULL,
    "deliver_at" TIMESTAMPTZ(6) NOT NULL,
    "client_name" TEXT NOT NULL,
    "read_by_sender" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failed" BOOLEAN NOT NULL DEFAULT false,
    "failure_message" TEXT,
    "delivered_at" TIMESTAMPTZ(6),
    "delivered_message_id" BIGINT,

    CONSTRAINT "scheduled_message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reminder" (
    "id" SERIAL NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "target_message_id" BIGINT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "content" TEXT NOT NULL,
    "rendered_content" TEXT NOT NULL,
    "deliver_at" TIMESTAMPTZ(6) NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failed" BOOLEAN NOT NULL DEFAULT false,
    "failure_message" TEXT,
    "delivered_at" TIMESTAMPTZ(6),
    "delivered_message_id" BIGINT,

    CONSTRAINT "reminder_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "attachment" (
    "id" SERIAL NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "path_id" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "content_type" TEXT,
    "size" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "is_realm_public" BOOLEAN,
    "is_web_public" BOOLEAN,
    "image_metadata" JSONB,

    CONSTRAINT "attachment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "attachment_reference" (
    "attachment_id" INTEGER NOT NULL,
    "message_id" BIGINT NOT NULL,

    CONSTRAINT "attachment_reference_pkey" PRIMARY KEY ("attachment_id","message_id")
);

-- CreateTable
CREATE TABLE "attachment_scheduled_reference" (
    "attachment_id" INTEGER NOT NULL,
    "scheduled_message_id" INTEGER NOT NULL,

    CONSTRAINT "attachment_scheduled_reference_pkey" PRIMARY KEY ("attachment_id","scheduled_message_id")
);

-- CreateTable
CREATE TABLE "idempotency_key" (
    "user_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "response" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("user_id","key")
);

-- CreateTable
CREATE TABLE "presence" (
    "user_id" INTEGER NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "last_active_at" TIMESTAMPTZ(6),
    "last_connected_at" TIMESTAMPTZ(6) NOT NULL,
    "last_update_id" BIGINT NOT NULL,

    CONSTRAINT "presence_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "presence_counter" (
    "realm_id" INTEGER NOT NULL,
    "last_update_id" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "presence_counter_pkey" PRIMARY KEY ("realm_id")
);

-- CreateTable
CREATE TABLE "user_status" (
    "user_id" INTEGER NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "status_text" TEXT NOT NULL DEFAULT '',
    "emoji_name" TEXT NOT NULL DEFAULT '',
    "emoji_code" TEXT NOT NULL DEFAULT '',
    "reaction_type" TEXT NOT NULL DEFAULT 'unicode_emoji',
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_status_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "push_token" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "kind" SMALLINT NOT NULL,
    "token" TEXT NOT NULL,
    "ios_app_id" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "push_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "push_device" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "push_account_id" BIGINT NOT NULL,
    "token_kind" TEXT NOT NULL,
    "push_key" BYTEA NOT NULL,
    "bouncer_public_key" TEXT NOT NULL,
    "encrypted_push_registration" TEXT NOT NULL,
    "bouncer_device_id" BIGINT,
    "error_code" TEXT,
    "registered_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "push_device_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pushed_message" (
    "user_id" INTEGER NOT NULL,
    "message_id" BIGINT NOT NULL,
    "pushed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pushed_message_pkey" PRIMARY KEY ("user_id","message_id")
);

-- CreateTable
CREATE TABLE "realm_push_status" (
    "realm_id" INTEGER NOT NULL,
    "push_notifications_enabled" BOOLEAN NOT NULL DEFAULT false,
    "push_notifications_enabled_end_timestamp" BIGINT,
    "checked_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "realm_push_status_pkey" PRIMARY KEY ("realm_id")
);

-- CreateTable
CREATE TABLE "push_position" (
    "partition" SMALLINT NOT NULL,
    "epoch" INTEGER NOT NULL,
    "seq" BIGINT NOT NULL,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "push_position_pkey" PRIMARY KEY ("partition")
);

-- CreateTable
CREATE TABLE "account" (
    "id" SERIAL NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "uuid" UUID NOT NULL DEFAULT gen_random_uuid(),
    "version" BIGINT NOT NULL DEFAULT 0,
    "delivery_email" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "full_name" TEXT NOT NULL,
    "role" SMALLINT NOT NULL DEFAULT 400,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "date_joined" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deactivated_at" TIMESTAMPTZ(6),
    "is_bot" BOOLEAN NOT NULL DEFAULT false,
    "bot_type" SMALLINT,
    "bot_owner_id" INTEGER,
    "is_system_bot" BOOLEAN NOT NULL DEFAULT false,
    "default_sending_stream_id" INTEGER,
    "default_events_register_stream_id" INTEGER,
    "default_all_public_streams" BOOLEAN NOT NULL DEFAULT false,
    "password_hash" TEXT,
    "can_create_users" BOOLEAN NOT NULL DEFAULT false,
    "can_change_user_emails" BOOLEAN NOT NULL DEFAULT false,
    "can_forge_sender" BOOLEAN NOT NULL DEFAULT false,
    "avatar_source" CHAR(1) NOT NULL DEFAULT 'G',
    "avatar_version" INTEGER NOT NULL DEFAULT 1,
    "avatar_key" TEXT,
    "timezone" TEXT NOT NULL DEFAULT '',
    "tutorial_enabled" BOOLEAN NOT NULL DEFAULT true,
    "twenty_four_hour_time" BOOLEAN NOT NULL DEFAULT false,
    "color_scheme" SMALLINT NOT NULL DEFAULT 1,
    "default_language" TEXT NOT NULL DEFAULT 'en',
    "web_home_view" TEXT NOT NULL DEFAULT 'inbox',
    "web_escape_navigates_to_home_view" BOOLEAN NOT NULL DEFAULT true,
    "emojiset" TEXT NOT NULL DEFAULT 'google',
    "demote_inactive_streams" SMALLINT NOT NULL DEFAULT 1,
    "enable_drafts_synchronization" BOOLEAN NOT NULL DEFAULT true,
    "enter_sends" BOOLEAN NOT NULL DEFAULT false,
    "fluid_layout_width" BOOLEAN NOT NULL DEFAULT false,
    "high_contrast_mode" BOOLEAN NOT NULL DEFAULT false,
    "left_side_userlist" BOOLEAN NOT NULL DEFAULT false,
    "starred_message_counts" BOOLEAN NOT NULL DEFAULT true,
    "translate_emoticons" BOOLEAN NOT NULL DEFAULT false,
    "display_emoji_reaction_users" BOOLEAN NOT NULL DEFAULT true,
    "web_mark_read_on_scroll_policy" SMALLINT NOT NULL DEFAULT 1,
    "web_channel_default_view" SMALLINT NOT NULL DEFAULT 1,
    "web_font_size_px" SMALLINT NOT NULL DEFAULT 16,
    "web_line_height_percent" SMALLINT NOT NULL DEFAULT 140,
    "web_animate_image_previews" TEXT NOT NULL DEFAULT 'on_hover',
    "web_navigate_to_sent_message" BOOLEAN NOT NULL DEFAULT true,
    "web_stream_unreads_count_display_policy" SMALLINT NOT NULL DEFAULT 2,
    "web_suggest_update_timezone" BOOLEAN NOT NULL DEFAULT true,
    "web_left_sidebar_unreads_count_summary" BOOLEAN NOT NULL DEFAULT true,
    "web_left_sidebar_show_channel_folders" BOOLEAN NOT NULL DEFAULT true,
    "user_list_style" SMALLINT NOT NULL DEFAULT 3,
    "hide_ai_features" BOOLEAN NOT NULL DEFAULT false,
    "receives_typing_notifications" BOOLEAN NOT NULL DEFAULT true,
    "send_private_typing_notifications" BOOLEAN NOT NULL DEFAULT true,
    "send_stream_typing_notifications" BOOLEAN NOT NULL DEFAULT true,
    "send_read_receipts" BOOLEAN NOT NULL DEFAULT true,
    "allow_private_data_export" BOOLEAN NOT NULL DEFAULT false,
    "email_address_visibility" SMALLINT NOT NULL DEFAULT 3,
    "presence_enabled" BOOLEAN NOT NULL DEFAULT true,
    "enable_stream_desktop_notifications" BOOLEAN NOT NULL DEFAULT false,
    "enable_stream_email_notifications" BOOLEAN NOT NULL DEFAULT false,
    "enable_stream_push_notifications" BOOLEAN NOT NULL DEFAULT false,
    "enable_stream_audible_notifications" BOOLEAN NOT NULL DEFAULT false,
    "notification_sound" TEXT NOT NULL DEFAULT 'zulip',
    "enable_desktop_notifications" BOOLEAN NOT NULL DEFAULT true,
    "enable_sounds" BOOLEAN NOT NULL DEFAULT true,
    "enable_offline_email_notifications" BOOLEAN NOT NULL DEFAULT true,
    "enable_offline_push_notifications" BOOLEAN NOT NULL DEFAULT true,
    "enable_online_push_notifications" BOOLEAN NOT NULL DEFAULT true,
    "enable_digest_emails" BOOLEAN NOT NULL DEFAULT true,
    "enable_login_emails" BOOLEAN NOT NULL DEFAULT true,
    "enable_marketing_emails" BOOLEAN NOT NULL DEFAULT true,
    "message_content_in_email_notifications" BOOLEAN NOT NULL DEFAULT true,
    "pm_content_in_desktop_notifications" BOOLEAN NOT NULL DEFAULT true,
    "wildcard_mentions_notify" BOOLEAN NOT NULL DEFAULT true,
    "desktop_icon_count_display" SMALLINT NOT NULL DEFAULT 1,
    "realm_name_in_email_notifications_policy" SMALLINT NOT NULL DEFAULT 1,
    "email_notifications_batching_period_seconds" INTEGER NOT NULL DEFAULT 120,
    "enable_followed_topic_desktop_notifications" BOOLEAN NOT NULL DEFAULT true,
    "enable_followed_topic_email_notifications" BOOLEAN NOT NULL DEFAULT true,
    "enable_followed_topic_push_notifications" BOOLEAN NOT NULL DEFAULT true,
    "enable_followed_topic_audible_notifications" BOOLEAN NOT NULL DEFAULT true,
    "enable_followed_topic_wildcard_mentions_notify" BOOLEAN NOT NULL DEFAULT true,
    "automatically_follow_topics_policy" SMALLINT NOT NULL DEFAULT 3,
    "automatically_unmute_topics_in_muted_streams_policy" SMALLINT NOT NULL DEFAULT 2,
    "automatically_follow_topics_where_mentioned" BOOLEAN NOT NULL DEFAULT true,
    "resolved_topic_notice_auto_read_policy" TEXT NOT NULL DEFAULT 'except_followed',

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "prefix" TEXT NOT NULL,
    "encrypted_key" BYTEA,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(6),
    "last_used_at" TIMESTAMPTZ(6),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_group" (
    "id" SERIAL NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "version" BIGINT NOT NULL DEFAULT 0,
    "kind" SMALLINT NOT NULL,
    "name" TEXT,
    "description" TEXT NOT NULL DEFAULT '',
    "creator_id" INTEGER,
    "date_created" TIMESTAMPTZ(6),
    "deactivated" BOOLEAN NOT NULL DEFAULT false,
    "can_add_members_group" INTEGER,
    "can_join_group" INTEGER,
    "can_leave_group" INTEGER,
    "can_manage_group" INTEGER,
    "can_mention_group" INTEGER,
    "can_remove_members_group" INTEGER,

    CONSTRAINT "user_group_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "group_membership" (
    "group_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,

    CONSTRAINT "group_membership_pkey" PRIMARY KEY ("group_id","user_id")
);

-- CreateTable
CREATE TABLE "group_subgroup" (
    "supergroup_id" INTEGER NOT NULL,
    "subgroup_id" INTEGER NOT NULL,

    CONSTRAINT "group_subgroup_pkey" PRIMARY KEY ("supergroup_id","subgroup_id")
);

-- CreateTable
CREATE TABLE "muted_user" (
    "user_id" INTEGER NOT NULL,
    "muted_user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "muted_user_pkey" PRIMARY KEY ("user_id","muted_user_id")
);

-- CreateTable
CREATE TABLE "alert_word" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "word" TEXT NOT NULL,

    CONSTRAINT "alert_word_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "onboarding_step" (
    "user_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "done_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "onboarding_step_pkey" PRIMARY KEY ("user_id","name")
);

-- CreateTable
CREATE TABLE "saved_snippet" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "date_created" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_snippet_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "navigation_view" (
    "user_id" INTEGER NOT NULL,
    "fragment" TEXT NOT NULL,
    "is_pinned" BOOLEAN NOT NULL,
    "name" TEXT,

    CONSTRAINT "navigation_view_pkey" PRIMARY KEY ("user_id","fragment")
);

-- CreateTable
CREATE TABLE "profile_value" (
    "user_id" INTEGER NOT NULL,
    "field_id" INTEGER NOT NULL,
    "value" TEXT NOT NULL,
    "rendered_value" TEXT,

    CONSTRAINT "profile_value_pkey" PRIMARY KEY ("user_id","field_id")
);

-- CreateTable
CREATE TABLE "confirmation" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "user_id" INTEGER,
    "key_hash" BYTEA NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "used_at" TIMESTAMPTZ(6),

    CONSTRAINT "confirmation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bot_service" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "base_url" TEXT NOT NULL,
    "interface" SMALLINT NOT NULL DEFAULT 1,
    "token" TEXT NOT NULL,

    CONSTRAINT "bot_service_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bot_config" (
    "user_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "bot_config_pkey" PRIMARY KEY ("user_id","key")
);

-- CreateTable
CREATE TABLE "bot_storage" (
    "user_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "bot_storage_pkey" PRIMARY KEY ("user_id","key")
);

-- CreateTable
CREATE TABLE "realm" (
    "id" SERIAL NOT NULL,
    "uuid" UUID NOT NULL DEFAULT gen_random_uuid(),
    "uuid_owner_secret" TEXT NOT NULL DEFAULT '',
    "string_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "rendered_description" TEXT NOT NULL DEFAULT '',
    "partition" SMALLINT NOT NULL,
    "date_created" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "is_internal" BOOLEAN NOT NULL DEFAULT false,
    "org_type" SMALLINT NOT NULL DEFAULT 0,
    "plan_type" SMALLINT NOT NULL DEFAULT 1,
    "deactivated_at" TIMESTAMPTZ(6),
    "scheduled_deletion_at" TIMESTAMPTZ(6),
    "deactivated_redirect" TEXT,
    "demo_organization_scheduled_deletion_at" TIMESTAMPTZ(6),
    "upload_quota_mib" INTEGER,
    "presence_disabled" BOOLEAN NOT NULL DEFAULT false,
    "default_language" TEXT NOT NULL DEFAULT 'en',
    "default_code_block_language" TEXT NOT NULL DEFAULT '',
    "welcome_message_custom_text" TEXT NOT NULL DEFAULT '',
    "send_welcome_emails" BOOLEAN NOT NULL DEFAULT true,
    "digest_emails_enabled" BOOLEAN NOT NULL DEFAULT false,
    "digest_weekday" SMALLINT NOT NULL DEFAULT 1,
    "message_content_allowed_in_email_notifications" BOOLEAN NOT NULL DEFAULT true,
    "inline_image_preview" BOOLEAN NOT NULL DEFAULT true,
    "inline_url_embed_preview" BOOLEAN NOT NULL DEFAULT false,
    "allow_message_editing" BOOLEAN NOT NULL DEFAULT true,
    "message_content_edit_limit_seconds" INTEGER DEFAULT 600,
    "message_content_delete_limit_seconds" INTEGER DEFAULT 600,
    "move_messages_within_stream_limit_seconds" INTEGER DEFAULT 604800,
    "move_messages_between_streams_limit_seconds" INTEGER DEFAULT 604800,
    "message_edit_history_visibility_policy" TEXT NOT NULL DEFAULT 'all',
    "topics_policy" TEXT NOT NULL DEFAULT 'allow_empty_topic',
    "message_retention_days" INTEGER NOT NULL DEFAULT -1,
    "enable_read_receipts" BOOLEAN NOT NULL DEFAULT false,
    "enable_guest_user_indicator" BOOLEAN NOT NULL DEFAULT true,
    "enable_guest_user_dm_warning" BOOLEAN NOT NULL DEFAULT true,
    "enable_spectator_access" BOOLEAN NOT NULL DEFAULT false,
    "want_advertise_in_communities_directory" BOOLEAN NOT NULL DEFAULT false,
    "name_changes_disabled" BOOLEAN NOT NULL DEFAULT false,
    "email_changes_disabled" BOOLEAN NOT NULL DEFAULT false,
    "avatar_changes_disabled" BOOLEAN NOT NULL DEFAULT false,
    "require_unique_names" BOOLEAN NOT NULL DEFAULT false,
    "invite_required" BOOLEAN NOT NULL DEFAULT true,
    "emails_restricted_to_domains" BOOLEAN NOT NULL DEFAULT false,
    "disallow_disposable_email_addresses" BOOLEAN NOT NULL DEFAULT true,
    "waiting_period_threshold" INTEGER NOT NULL DEFAULT 0,
    "video_chat_provider" SMALLINT NOT NULL DEFAULT 1,
    "jitsi_server_url" TEXT,
    "giphy_rating" SMALLINT NOT NULL DEFAULT 1,
    "require_e2ee_push_notifications" BOOLEAN NOT NULL DEFAULT false,
    "authentication_methods" JSONB NOT NULL DEFAULT '{}',
    "new_stream_announcements_stream_id" INTEGER NOT NULL DEFAULT -1,
    "signup_announcements_stream_id" INTEGER NOT NULL DEFAULT -1,
    "zulip_update_announcements_stream_id" INTEGER NOT NULL DEFAULT -1,
    "moderation_request_channel_id" INTEGER NOT NULL DEFAULT -1,
    "icon_source" CHAR(1) NOT NULL DEFAULT 'G',
    "icon_version" INTEGER NOT NULL DEFAULT 1,
    "logo_source" CHAR(1) NOT NULL DEFAULT 'D',
    "logo_version" INTEGER NOT NULL DEFAULT 1,
    "night_logo_source" CHAR(1) NOT NULL DEFAULT 'D',
    "night_logo_version" INTEGER NOT NULL DEFAULT 1,
    "can_access_all_users_group" INTEGER NOT NULL,
    "can_add_custom_emoji_group" INTEGER NOT NULL,
    "can_add_subscribers_group" INTEGER NOT NULL,
    "can_create_bots_group" INTEGER NOT NULL,
    "can_create_write_only_bots_group" INTEGER NOT NULL,
    "can_create_groups" INTEGER NOT NULL,
    "can_create_public_channel_group" INTEGER NOT NULL,
    "can_create_private_channel_group" INTEGER NOT NULL,
    "can_create_web_public_channel_group" INTEGER NOT NULL,
    "can_delete_any_message_group" INTEGER NOT NULL,
    "can_delete_own_message_group" INTEGER NOT NULL,
    "can_invite_users_group" INTEGER NOT NULL,
    "create_multiuse_invite_group" INTEGER NOT NULL,
    "can_manage_all_groups" INTEGER NOT NULL,
    "can_manage_billing_group" INTEGER NOT NULL,
    "can_mention_many_users_group" INTEGER NOT NULL,
    "can_move_messages_between_channels_group" INTEGER NOT NULL,
    "can_move_messages_between_topics_group" INTEGER NOT NULL,
    "can_resolve_topics_group" INTEGER NOT NULL,
    "can_set_delete_message_policy_group" INTEGER NOT NULL,
    "can_set_topics_policy_group" INTEGER NOT NULL,
    "can_summarize_topics_group" INTEGER NOT NULL,
    "direct_message_initiator_group" INTEGER NOT NULL,
    "direct_message_permission_group" INTEGER NOT NULL,

    CONSTRAINT "realm_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "realm_host" (
    "host" TEXT NOT NULL,
    "realm_id" INTEGER NOT NULL,

    CONSTRAINT "realm_host_pkey" PRIMARY KEY ("host")
);

-- CreateTable
CREATE TABLE "realm_user_default" (
    "realm_id" INTEGER NOT NULL,
    "twenty_four_hour_time" BOOLEAN NOT NULL DEFAULT false,
    "color_scheme" SMALLINT NOT NULL DEFAULT 1,
    "default_language" TEXT NOT NULL DEFAULT 'en',
    "web_home_view" TEXT NOT NULL DEFAULT 'inbox',
    "web_escape_navigates_to_home_view" BOOLEAN NOT NULL DEFAULT true,
    "emojiset" TEXT NOT NULL DEFAULT 'google',
    "demote_inactive_streams" SMALLINT NOT NULL DEFAULT 1,
    "enable_drafts_synchronization" BOOLEAN NOT NULL DEFAULT true,
    "enter_sends" BOOLEAN NOT NULL DEFAULT false,
    "fluid_layout_width" BOOLEAN NOT NULL DEFAULT false,
    "high_contrast_mode" BOOLEAN NOT NULL DEFAULT false,
    "left_side_userlist" BOOLEAN NOT NULL DEFAULT false,
    "starred_message_counts" BOOLEAN NOT NULL DEFAULT true,
    "translate_emoticons" BOOLEAN NOT NULL DEFAULT false,
    "display_emoji_reaction_users" BOOLEAN NOT NULL DEFAULT true,
    "web_mark_read_on_scroll_policy" SMALLINT NOT NULL DEFAULT 1,
    "web_channel_default_view" SMALLINT NOT NULL DEFAULT 1,
    "web_font_size_px" SMALLINT NOT NULL DEFAULT 16,
    "web_line_height_percent" SMALLINT NOT NULL DEFAULT 140,
    "web_animate_image_previews" TEXT NOT NULL DEFAULT 'on_hover',
    "web_navigate_to_sent_message" BOOLEAN NOT NULL DEFAULT true,
    "web_stream_unreads_count_display_policy" SMALLINT NOT NULL DEFAULT 2,
    "web_suggest_update_timezone" BOOLEAN NOT NULL DEFAULT true,
    "web_left_sidebar_unreads_count_summary" BOOLEAN NOT NULL DEFAULT true,
    "web_left_sidebar_show_channel_folders" BOOLEAN NOT NULL DEFAULT true,
    "user_list_style" SMALLINT NOT NULL DEFAULT 3,
    "hide_ai_features" BOOLEAN NOT NULL DEFAULT false,
    "receives_typing_notifications" BOOLEAN NOT NULL DEFAULT true,
    "send_private_typing_notifications" BOOLEAN NOT NULL DEFAULT true,
    "send_stream_typing_notifications" BOOLEAN NOT NULL DEFAULT true,
    "send_read_receipts" BOOLEAN NOT NULL DEFAULT true,
    "allow_private_data_export" BOOLEAN NOT NULL DEFAULT false,
    "email_address_visibility" SMALLINT NOT NULL DEFAULT 3,
    "presence_enabled" BOOLEAN NOT NULL DEFAULT true,
    "enable_stream_desktop_notifications" BOOLEAN NOT NULL DEFAULT false,
    "enable_stream_email_notifications" BOOLEAN NOT NULL DEFAULT false,
    "enable_stream_push_notifications" BOOLEAN NOT NULL DEFAULT false,
    "enable_stream_audible_notifications" BOOLEAN NOT NULL DEFAULT false,
    "notification_sound" TEXT NOT NULL DEFAULT 'zulip',
    "enable_desktop_notifications" BOOLEAN NOT NULL DEFAULT true,
    "enable_sounds" BOOLEAN NOT NULL DEFAULT true,
    "enable_offline_email_notifications" BOOLEAN NOT NULL DEFAULT true,
    "enable_offline_push_notifications" BOOLEAN NOT NULL DEFAULT true,
    "enable_online_push_notifications" BOOLEAN NOT NULL DEFAULT true,
    "enable_digest_emails" BOOLEAN NOT NULL DEFAULT true,
    "enable_login_emails" BOOLEAN NOT NULL DEFAULT true,
    "enable_marketing_emails" BOOLEAN NOT NULL DEFAULT true,
    "message_content_in_email_notifications" BOOLEAN NOT NULL DEFAULT true,
    "pm_content_in_desktop_notifications" BOOLEAN NOT NULL DEFAULT true,
    "wildcard_mentions_notify" BOOLEAN NOT NULL DEFAULT true,
    "desktop_icon_count_display" SMALLINT NOT NULL DEFAULT 1,
    "realm_name_in_email_notifications_policy" SMALLINT NOT NULL DEFAULT 1,
    "email_notifications_batching_period_seconds" INTEGER NOT NULL DEFAULT 120,
    "enable_followed_topic_desktop_notifications" BOOLEAN NOT NULL DEFAULT true,
    "enable_followed_topic_email_notifications" BOOLEAN NOT NULL DEFAULT true,
    "enable_followed_topic_push_notifications" BOOLEAN NOT NULL DEFAULT true,
    "enable_followed_topic_audible_notifications" BOOLEAN NOT NULL DEFAULT true,
    "enable_followed_topic_wildcard_mentions_notify" BOOLEAN NOT NULL DEFAULT true,
    "automatically_follow_topics_policy" SMALLINT NOT NULL DEFAULT 3,
    "automatically_unmute_topics_in_muted_streams_policy" SMALLINT NOT NULL DEFAULT 2,
    "automatically_follow_topics_where_mentioned" BOOLEAN NOT NULL DEFAULT true,
    "resolved_topic_notice_auto_read_policy" TEXT NOT NULL DEFAULT 'except_followed',

    CONSTRAINT "realm_user_default_pkey" PRIMARY KEY ("realm_id")
);

-- CreateTable
CREATE TABLE "realm_domain" (
    "id" SERIAL NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "domain" TEXT NOT NULL,
    "allow_subdomains" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "realm_domain_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "linkifier" (
    "id" SERIAL NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "pattern" TEXT NOT NULL,
    "url_template" TEXT NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "linkifier_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "playground" (
    "id" SERIAL NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "pygments_language" TEXT NOT NULL,
    "url_template" TEXT NOT NULL,

    CONSTRAINT "playground_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "custom_emoji" (
    "id" SERIAL NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "author_id" INTEGER,
    "file_name" TEXT NOT NULL,
    "is_animated" BOOLEAN NOT NULL DEFAULT false,
    "deactivated" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "custom_emoji_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "profile_field" (
    "id" SERIAL NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "field_type" SMALLINT NOT NULL,
    "hint" TEXT NOT NULL DEFAULT '',
    "field_data" TEXT NOT NULL DEFAULT '',
    "position" INTEGER NOT NULL DEFAULT 0,
    "required" BOOLEAN NOT NULL DEFAULT false,
    "editable_by_user" BOOLEAN NOT NULL DEFAULT true,
    "display_in_profile_summary" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "profile_field_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitation" (
    "id" SERIAL NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "invited_by_user_id" INTEGER NOT NULL,
    "invited_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(6),
    "invited_as" SMALLINT NOT NULL DEFAULT 400,
    "channel_ids" INTEGER[],
    "group_ids" INTEGER[],
    "include_realm_default_subscriptions" BOOLEAN NOT NULL DEFAULT false,
    "notify_referrer_on_join" BOOLEAN NOT NULL DEFAULT true,
    "welcome_message_custom_text" TEXT,
    "confirmation_key" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(6),
    "revoked_at" TIMESTAMPTZ(6),

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "multiuse_invitation" (
    "id" SERIAL NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "invited_by_user_id" INTEGER NOT NULL,
    "invited_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(6),
    "invited_as" SMALLINT NOT NULL DEFAULT 400,
    "channel_ids" INTEGER[],
    "group_ids" INTEGER[],
    "include_realm_default_subscriptions" BOOLEAN NOT NULL DEFAULT false,
    "welcome_message_custom_text" TEXT,
    "link_key" TEXT NOT NULL,
    "revoked_at" TIMESTAMPTZ(6),

    CONSTRAINT "multiuse_invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "realm_export" (
    "id" SERIAL NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "acting_user_id" INTEGER NOT NULL,
    "export_type" SMALLINT NOT NULL DEFAULT 1,
    "requested_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(6),
    "failed_at" TIMESTAMPTZ(6),
    "deleted_at" TIMESTAMPTZ(6),
    "export_path" TEXT,

    CONSTRAINT "realm_export_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "channel_recipient_id_key" ON "channel"("recipient_id");

-- CreateIndex
CREATE INDEX "channel_realm_id_version_idx" ON "channel"("realm_id", "version");

-- CreateIndex
CREATE INDEX "channel_folder_id_idx" ON "channel"("folder_id");

-- CreateIndex
CREATE INDEX "channel_folder_realm_id_idx" ON "channel_folder"("realm_id");

-- CreateIndex
CREATE INDEX "default_channel_realm_id_idx" ON "default_channel"("realm_id");

-- CreateIndex
CREATE UNIQUE INDEX "default_channel_group_realm_id_name_key" ON "default_channel_group"("realm_id", "name");

-- CreateIndex
CREATE INDEX "default_channel_group_channel_channel_id_idx" ON "default_channel_group_channel"("channel_id");

-- CreateIndex
CREATE INDEX "subscription_channel_id_user_id_idx" ON "subscription"("channel_id", "user_id");

-- CreateIndex
CREATE INDEX "subscription_channel_id_version_idx" ON "subscription"("channel_id", "version");

-- CreateIndex
CREATE UNIQUE INDEX "subscription_user_id_channel_id_key" ON "subscription"("user_id", "channel_id");

-- CreateIndex
CREATE INDEX "membership_span_recipient_id_user_id_idx" ON "membership_span"("recipient_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "channel_email_address_token_key" ON "channel_email_address"("token");

-- CreateIndex
CREATE UNIQUE INDEX "channel_email_address_channel_id_creator_id_sender_id_key" ON "channel_email_address"("channel_id", "creator_id", "sender_id");

-- CreateIndex
CREATE UNIQUE INDEX "direct_conversation_realm_id_participants_key_key" ON "direct_conversation"("realm_id", "participants_key");

-- CreateIndex
CREATE INDEX "direct_conversation_participant_user_id_recipient_id_idx" ON "direct_conversation_participant"("user_id", "recipient_id");

-- CreateIndex
CREATE INDEX "message_realm_id_id_idx" ON "message"("realm_id", "id");

-- CreateIndex
CREATE INDEX "message_recipient_id_id_idx" ON "message"("recipient_id", "id");

-- CreateIndex
CREATE INDEX "message_sender_id_id_idx" ON "message"("sender_id", "id");

-- CreateIndex
CREATE INDEX "message_edit_message_id_id_idx" ON "message_edit"("message_id", "id");

-- CreateIndex
CREATE INDEX "message_move_to_recipient_id_id_idx" ON "message_move"("to_recipient_id", "id");

-- CreateIndex
CREATE INDEX "message_move_from_recipient_id_id_idx" ON "message_move"("from_recipient_id", "id");

-- CreateIndex
CREATE INDEX "direct_message_receipt_user_id_recipient_id_message_id_idx" ON "direct_message_receipt"("user_id", "recipient_id", "message_id");

-- CreateIndex
CREATE INDEX "direct_message_receipt_message_id_idx" ON "direct_message_receipt"("message_id");

-- CreateIndex
CREATE INDEX "message_flag_message_id_idx" ON "message_flag"("message_id");

-- CreateIndex
CREATE INDEX "reaction_user_id_idx" ON "reaction"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "reaction_message_id_user_id_reaction_type_emoji_code_key" ON "reaction"("message_id", "user_id", "reaction_type", "emoji_code");

-- CreateIndex
CREATE INDEX "submessage_message_id_id_idx" ON "submessage"("message_id", "id");

-- CreateIndex
CREATE INDEX "draft_user_id_last_edited_at_idx" ON "draft"("user_id", "last_edited_at");

-- CreateIndex
CREATE INDEX "scheduled_message_sender_id_idx" ON "scheduled_message"("sender_id");

-- CreateIndex
CREATE INDEX "reminder_user_id_idx" ON "reminder"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "attachment_path_id_key" ON "attachment"("path_id");

-- CreateIndex
CREATE INDEX "attachment_owner_id_idx" ON "attachment"("owner_id");

-- CreateIndex
CREATE INDEX "attachment_realm_id_idx" ON "attachment"("realm_id");

-- CreateIndex
CREATE INDEX "attachment_reference_message_id_idx" ON "attachment_reference"("message_id");

-- CreateIndex
CREATE INDEX "attachment_scheduled_reference_scheduled_message_id_idx" ON "attachment_scheduled_reference"("scheduled_message_id");

-- CreateIndex
CREATE INDEX "idempotency_key_created_at_idx" ON "idempotency_key"("created_at");

-- CreateIndex
CREATE INDEX "presence_realm_id_last_update_id_idx" ON "presence"("realm_id", "last_update_id");

-- CreateIndex
CREATE INDEX "user_status_realm_id_idx" ON "user_status"("realm_id");

-- CreateIndex
CREATE INDEX "push_device_bouncer_device_id_idx" ON "push_device"("bouncer_device_id");

-- CreateIndex
CREATE UNIQUE INDEX "push_device_user_id_push_account_id_key" ON "push_device"("user_id", "push_account_id");

-- CreateIndex
CREATE INDEX "pushed_message_message_id_idx" ON "pushed_message"("message_id");

-- CreateIndex
CREATE UNIQUE INDEX "account_uuid_key" ON "account"("uuid");

-- CreateIndex
CREATE INDEX "account_realm_id_version_idx" ON "account"("realm_id", "version");

-- CreateIndex
CREATE INDEX "account_bot_owner_id_idx" ON "account"("bot_owner_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_key_hash_key" ON "api_key"("key_hash");

-- CreateIndex
CREATE INDEX "api_key_user_id_idx" ON "api_key"("user_id");

-- CreateIndex
CREATE INDEX "user_group_realm_id_version_idx" ON "user_group"("realm_id", "version");

-- CreateIndex
CREATE UNIQUE INDEX "user_group_realm_id_name_key" ON "user_group"("realm_id", "name");

-- CreateIndex
CREATE INDEX "group_membership_user_id_idx" ON "group_membership"("user_id");

-- CreateIndex
CREATE INDEX "group_subgroup_subgroup_id_idx" ON "group_subgroup"("subgroup_id");

-- CreateIndex
CREATE INDEX "muted_user_muted_user_id_idx" ON "muted_user"("muted_user_id");

-- CreateIndex
CREATE INDEX "saved_snippet_user_id_idx" ON "saved_snippet"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "navigation_view_user_id_name_key" ON "navigation_view"("user_id", "name");

-- CreateIndex
CREATE INDEX "profile_value_field_id_idx" ON "profile_value"("field_id");

-- CreateIndex
CREATE UNIQUE INDEX "confirmation_key_hash_key" ON "confirmation"("key_hash");

-- CreateIndex
CREATE INDEX "confirmation_user_id_idx" ON "confirmation"("user_id");

-- CreateIndex
CREATE INDEX "bot_service_user_id_idx" ON "bot_service"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "realm_uuid_key" ON "realm"("uuid");

-- CreateIndex
CREATE UNIQUE INDEX "realm_string_id_key" ON "realm"("string_id");

-- CreateIndex
CREATE UNIQUE INDEX "realm_domain_realm_id_domain_key" ON "realm_domain"("realm_id", "domain");

-- CreateIndex
CREATE UNIQUE INDEX "linkifier_realm_id_pattern_key" ON "linkifier"("realm_id", "pattern");

-- CreateIndex
CREATE UNIQUE INDEX "playground_realm_id_pygments_language_name_key" ON "playground"("realm_id", "pygments_language", "name");

-- CreateIndex
CREATE UNIQUE INDEX "profile_field_realm_id_name_key" ON "profile_field"("realm_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_confirmation_key_key" ON "invitation"("confirmation_key");

-- CreateIndex
CREATE INDEX "invitation_realm_id_idx" ON "invitation"("realm_id");

-- CreateIndex
CREATE INDEX "invitation_invited_by_user_id_idx" ON "invitation"("invited_by_user_id");

-- CreateIndex
CREATE UNIQUE INDEX "multiuse_invitation_link_key_key" ON "multiuse_invitation"("link_key");

-- CreateIndex
CREATE INDEX "multiuse_invitation_realm_id_idx" ON "multiuse_invitation"("realm_id");

-- CreateIndex
CREATE INDEX "realm_export_realm_id_idx" ON "realm_export"("realm_id");

-- AddForeignKey
ALTER TABLE "channel" ADD CONSTRAINT "channel_realm_id_fkey" FOREIGN KEY ("realm_id") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channel" ADD CONSTRAINT "channel_folder_id_fkey" FOREIGN KEY ("folder_id") REFERENCES "channel_folder"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channel_folder" ADD CONSTRAINT "channel_folder_realm_id_fkey" FOREIGN KEY ("realm_id") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "default_channel" ADD CONSTRAINT "default_channel_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "default_channel_group" ADD CONSTRAINT "default_channel_group_realm_id_fkey" FOREIGN KEY ("realm_id") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "default_channel_group_channel" ADD CONSTRAINT "default_channel_group_channel_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "default_channel_group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "default_channel_group_channel" ADD CONSTRAINT "default_channel_group_channel_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channel_email_address" ADD CONSTRAINT "channel_email_address_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channel_traffic" ADD CONSTRAINT "channel_traffic_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_topic" ADD CONSTRAINT "user_topic_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_topic" ADD CONSTRAINT "user_topic_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "draft" ADD CONSTRAINT "draft_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scheduled_message" ADD CONSTRAINT "scheduled_message_sender_id_fkey" FOREIGN KEY ("sender_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reminder" ADD CONSTRAINT "reminder_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attachment_reference" ADD CONSTRAINT "attachment_reference_attachment_id_fkey" FOREIGN KEY ("attachment_id") REFERENCES "attachment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attachment_scheduled_reference" ADD CONSTRAINT "attachment_scheduled_reference_attachment_id_fkey" FOREIGN KEY ("attachment_id") REFERENCES "attachment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "presence" ADD CONSTRAINT "presence_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_status" ADD CONSTRAINT "user_status_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "push_token" ADD CONSTRAINT "push_token_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "push_device" ADD CONSTRAINT "push_device_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_realm_id_fkey" FOREIGN KEY ("realm_id") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_bot_owner_id_fkey" FOREIGN KEY ("bot_owner_id") REFERENCES "account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_group" ADD CONSTRAINT "user_group_realm_id_fkey" FOREIGN KEY ("realm_id") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "group_membership" ADD CONSTRAINT "group_membership_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "user_group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "group_membership" ADD CONSTRAINT "group_membership_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "group_subgroup" ADD CONSTRAINT "group_subgroup_supergroup_id_fkey" FOREIGN KEY ("supergroup_id") REFERENCES "user_group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "group_subgroup" ADD CONSTRAINT "group_subgroup_subgroup_id_fkey" FOREIGN KEY ("subgroup_id") REFERENCES "user_group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "muted_user" ADD CONSTRAINT "muted_user_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "muted_user" ADD CONSTRAINT "muted_user_muted_user_id_fkey" FOREIGN KEY ("muted_user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_word" ADD CONSTRAINT "alert_word_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "onboarding_step" ADD CONSTRAINT "onboarding_step_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_snippet" ADD CONSTRAINT "saved_snippet_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "navigation_view" ADD CONSTRAINT "navigation_view_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "profile_value" ADD CONSTRAINT "profile_value_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "profile_value" ADD CONSTRAINT "profile_value_field_id_fkey" FOREIGN KEY ("field_id") REFERENCES "profile_field"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "confirmation" ADD CONSTRAINT "confirmation_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bot_service" ADD CONSTRAINT "bot_service_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bot_config" ADD CONSTRAINT "bot_config_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bot_storage" ADD CONSTRAINT "bot_storage_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "realm_host" ADD CONSTRAINT "realm_host_realm_id_fkey" FOREIGN KEY ("realm_id") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "realm_user_default" ADD CONSTRAINT "realm_user_default_realm_id_fkey" FOREIGN KEY ("realm_id") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "realm_domain" ADD CONSTRAINT "realm_domain_realm_id_fkey" FOREIGN KEY ("realm_id") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "linkifier" ADD CONSTRAINT "linkifier_realm_id_fkey" FOREIGN KEY ("realm_id") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "playground" ADD CONSTRAINT "playground_realm_id_fkey" FOREIGN KEY ("realm_id") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "custom_emoji" ADD CONSTRAINT "custom_emoji_realm_id_fkey" FOREIGN KEY ("realm_id") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "profile_field" ADD CONSTRAINT "profile_field_realm_id_fkey" FOREIGN KEY ("realm_id") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_realm_id_fkey" FOREIGN KEY ("realm_id") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "multiuse_invitation" ADD CONSTRAINT "multiuse_invitation_realm_id_fkey" FOREIGN KEY ("realm_id") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "realm_export" ADD CONSTRAINT "realm_export_realm_id_fkey" FOREIGN KEY ("realm_id") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

