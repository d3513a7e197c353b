import type { RowOf } from '@stoa/database';
import type { ChannelTopicsPolicy, RealmTopicsPolicy } from '@stoa/policy';
import type { DirectoryChannel, RealmSettings } from './directory-sets';
import type { DirectoryUser } from './directory-user';

/** Columns of `channel` that decisions need. */
export interface DirectoryChannelRow extends RowOf<
  'Channel',
  | 'id'
  | 'recipient_id'
  | 'name'
  | 'invite_only'
  | 'is_web_public'
  | 'history_public_to_subscribers'
  | 'is_archived'
  | 'is_recently_active'
  | 'first_message_id'
  | 'can_add_subscribers_group'
  | 'can_administer_channel_group'
  | 'can_subscribe_group'
  | 'can_send_message_group'
  | 'can_remove_subscribers_group'
  | 'can_delete_any_message_group'
  | 'can_delete_own_message_group'
  | 'can_move_messages_out_of_channel_group'
  | 'can_move_messages_within_channel_group'
  | 'can_resolve_topics_group'
  | 'can_create_topic_group'
> {
  topics_policy: ChannelTopicsPolicy;
}

export interface UserRow extends RowOf<
  'Account',
  | 'id'
  | 'delivery_email'
  | 'email'
  | 'full_name'
  | 'default_language'
  | 'role'
  | 'is_active'
  | 'is_bot'
  | 'bot_type'
  | 'bot_owner_id'
  | 'can_forge_sender'
  | 'can_create_users'
  | 'default_sending_stream_id'
  | 'avatar_source'
  | 'avatar_version'
  | 'avatar_key'
  | 'email_address_visibility'
  | 'automatically_follow_topics_policy'
  | 'automatically_unmute_topics_in_muted_streams_policy'
  | 'automatically_follow_topics_where_mentioned'
  | 'resolved_topic_notice_auto_read_policy'
  | 'presence_enabled'
  | 'send_private_typing_notifications'
  | 'send_stream_typing_notifications'
  | 'receives_typing_notifications'
  | 'translate_emoticons'
> {
  date_joined: number;
  alert_words: string[];
  muted_user_ids: number[];
}

/** Columns of `realm` that decisions need. By name: a statement that gives all columns fails while a migration adds one. */
export const SETTINGS_COLUMNS = [
  'id',
  'partition',
  'string_id',
  'name',
  'presence_disabled',
  'topics_policy',
  'default_language',
  'can_access_all_users_group',
  'can_add_subscribers_group',
  'can_create_bots_group',
  'can_create_write_only_bots_group',
  'waiting_period_threshold',
  'require_unique_names',
  'can_create_public_channel_group',
  'can_create_private_channel_group',
  'can_create_web_public_channel_group',
  'can_mention_many_users_group',
  'can_set_delete_message_policy_group',
  'can_set_topics_policy_group',
  'can_create_groups',
  'can_manage_all_groups',
  'direct_message_initiator_group',
  'direct_message_permission_group',
  'enable_spectator_access',
  'message_edit_history_visibility_policy',
  'allow_message_editing',
  'message_content_edit_limit_seconds',
  'message_content_delete_limit_seconds',
  'move_messages_within_stream_limit_seconds',
  'move_messages_between_streams_limit_seconds',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_move_messages_between_channels_group',
  'can_move_messages_between_topics_group',
  'can_resolve_topics_group',
  'moderation_request_channel_id',
  'new_stream_announcements_stream_id',
  'send_channel_events_messages',
  'default_code_block_language',
  'inline_image_preview',
  'inline_url_embed_preview',
] as const;

type SettingsColumns = RowOf<'Realm', (typeof SETTINGS_COLUMNS)[number]>;

export interface SettingsRow extends SettingsColumns {
  set_version: number;
  is_deactivated: boolean;
  topics_policy: RealmTopicsPolicy;
  linkifiers: RealmSettings['linkifiers'];
  custom_emoji: RealmSettings['customEmoji'];
}

export interface GroupRow extends RowOf<'UserGroup', 'id' | 'kind' | 'name' | 'deactivated' | 'can_mention_group'> {
  members: number[];
  subgroups: number[];
}

export function directoryChannel(row: DirectoryChannelRow): DirectoryChannel {
  return {
    channelId: row.id,
    recipientId: row.recipient_id,
    name: row.name,
    inviteOnly: row.invite_only,
    isWebPublic: row.is_web_public,
    historyPublicToSubscribers: row.history_public_to_subscribers,
    isArchived: row.is_archived,
    topicsPolicy: row.topics_policy,
    isRecentlyActive: row.is_recently_active,
    firstMessageId: row.first_message_id,
    canAddSubscribersGroup: row.can_add_subscribers_group,
    canAdministerChannelGroup: row.can_administer_channel_group,
    canSubscribeGroup: row.can_subscribe_group,
    canSendMessageGroup: row.can_send_message_group,
    canRemoveSubscribersGroup: row.can_remove_subscribers_group,
    canDeleteAnyMessageGroup: row.can_delete_any_message_group,
    canDeleteOwnMessageGroup: row.can_delete_own_message_group,
    canMoveMessagesOutOfChannelGroup: row.can_move_messages_out_of_channel_group,
    canMoveMessagesWithinChannelGroup: row.can_move_messages_within_channel_group,
    canResolveTopicsGroup: row.can_resolve_topics_group,
    canCreateTopicGroup: row.can_create_topic_group,
  };
}

export function directoryUser(row: UserRow): DirectoryUser {
  return {
    id: row.id,
    deliveryEmail: row.delivery_email,
    email: row.email,
    fullName: row.full_name,
    language: row.default_language,
    role: row.role,
    isActive: row.is_active,
    isBot: row.is_bot,
    botType: row.bot_type,
    botOwnerId: row.bot_owner_id,
    canForgeSender: row.can_forge_sender,
    canCreateUsers: row.can_create_users,
    joinedAtSeconds: row.date_joined,
    defaultSendingChannelId: row.default_sending_stream_id,
    avatarSource: row.avatar_source,
    avatarVersion: row.avatar_version,
    avatarKey: row.avatar_key,
    emailAddressVisibility: row.email_address_visibility,
    followTopicsPolicy: row.automatically_follow_topics_policy,
    unmuteTopicsPolicy: row.automatically_unmute_topics_in_muted_streams_policy,
    followsWhereMentioned: row.automatically_follow_topics_where_mentioned,
    resolvedTopicNoticeAutoRead: row.resolved_topic_notice_auto_read_policy,
    presenceEnabled: row.presence_enabled,
    sendsDirectTyping: row.send_private_typing_notifications,
    sendsChannelTyping: row.send_stream_typing_notifications,
    receivesTyping: row.receives_typing_notifications,
    translatesEmoticons: row.translate_emoticons,
    alertWords: row.alert_words,
    mutedUserIds: row.muted_user_ids,
  };
}

export function realmSettings(row: SettingsRow): RealmSettings {
  return {
    version: row.set_version,
    id: row.id,
    partition: row.partition,
    stringId: row.string_id,
    name: row.name,
    isDeactivated: row.is_deactivated,
    presenceDisabled: row.presence_disabled,
    topicsPolicy: row.topics_policy,
    defaultLanguage: row.default_language,
    canAccessAllUsersGroup: row.can_access_all_users_group,
    canAddSubscribersGroup: row.can_add_subscribers_group,
    canCreateBotsGroup: row.can_create_bots_group,
    canCreateWriteOnlyBotsGroup: row.can_create_write_only_bots_group,
    waitingPeriodDays: row.waiting_period_threshold,
    requiresUniqueNames: row.require_unique_names,
    canCreatePublicChannelGroup: row.can_create_public_channel_group,
    canCreatePrivateChannelGroup: row.can_create_private_channel_group,
    canCreateWebPublicChannelGroup: row.can_create_web_public_channel_group,
    canMentionManyUsersGroup: row.can_mention_many_users_group,
    canSetDeleteMessagePolicyGroup: row.can_set_delete_message_policy_group,
    canSetTopicsPolicyGroup: row.can_set_topics_policy_group,
    canCreateGroups: row.can_create_groups,
    canManageAllGroups: row.can_manage_all_groups,
    directMessageInitiatorGroup: row.direct_message_initiator_group,
    directMessagePermissionGroup: row.direct_message_permission_group,
    enableSpectatorAccess: row.enable_spectator_access,
    editHistoryVisibility: row.message_edit_history_visibility_policy,
    allowMessageEditing: row.allow_message_editing,
    contentEditLimitSeconds: row.message_content_edit_limit_seconds,
    contentDeleteLimitSeconds: row.message_content_delete_limit_seconds,
    moveWithinChannelLimitSeconds: row.move_messages_within_stream_limit_seconds,
    moveBetweenChannelsLimitSeconds: row.move_messages_between_streams_limit_seconds,
    canDeleteAnyMessageGroup: row.can_delete_any_message_group,
    canDeleteOwnMessageGroup: row.can_delete_own_message_group,
    canMoveMessagesBetweenChannelsGroup: row.can_move_messages_between_channels_group,
    canMoveMessagesBetweenTopicsGroup: row.can_move_messages_between_topics_group,
    canResolveTopicsGroup: row.can_resolve_topics_group,
    moderationRequestChannelId: row.moderation_request_channel_id,
    newChannelAnnouncementsChannelId: row.new_stream_announcements_stream_id,
    tellsChannelEvents: row.send_channel_events_messages,
    defaultCodeBlockLanguage: row.default_code_block_language,
    inlineImagePreview: row.inline_image_preview,
    inlineUrlEmbedPreview: row.inline_url_embed_preview,
    linkifiers: row.linkifiers,
    customEmoji: row.custom_emoji,
  };
}
