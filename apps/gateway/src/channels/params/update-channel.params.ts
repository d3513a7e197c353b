import { ChannelChanges, GroupSettingUpdateSchema } from '@stoa/contracts';
import type { GroupSettingUpdate } from '@stoa/contracts';
import { BooleanParam, IntegerParam, JsonParam, StringParam } from '@stoa/http-params';
import { CHANNEL_PERMISSION_SETTINGS } from '@stoa/policy';
import { retentionValue, unquoted } from '../retention';
import { ChannelParams } from './channel.params';

/** `PATCH /streams/{stream_id}` (channels.md 8.1). */
export class UpdateChannelParams extends ChannelParams {
  @StringParam({ optional: true, name: 'new_name', doc: 'New name.' })
  newName?: string;

  @StringParam({ optional: true, maxLength: 1024, doc: 'New description, in markup.' })
  description?: string;

  @BooleanParam({ optional: true, name: 'is_private', doc: 'Whether only its members can access it.' })
  isPrivate?: boolean;

  @BooleanParam({ optional: true, name: 'is_web_public', doc: 'Whether it can be read without an account.' })
  isWebPublic?: boolean;

  @BooleanParam({
    optional: true,
    name: 'history_public_to_subscribers',
    doc: 'Whether subscribers read what was sent before they came.',
  })
  historyPublicToSubscribers?: boolean;

  @BooleanParam({ optional: true, name: 'is_default_stream', doc: 'Whether new users are subscribed.' })
  isDefaultStream?: boolean;

  @StringParam({
    optional: true,
    name: 'message_retention_days',
    doc: 'Days as a JSON integer, `unlimited` or `realm_default`.',
  })
  messageRetentionDays?: string;

  @BooleanParam({ optional: true, name: 'is_archived', doc: 'False takes the channel out of the archive.' })
  isArchived?: boolean;

  @StringParam({ optional: true, name: 'topics_policy', doc: 'Whether the empty topic may or must be used.' })
  topicsPolicy?: string;

  @IntegerParam({ optional: true, nullable: true, name: 'folder_id', doc: 'Folder; null: none.' })
  folderId?: number | null;

  @JsonParam(GroupSettingUpdateSchema, { optional: true, doc: 'Who may add subscribers.' })
  can_add_subscribers_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, { optional: true, doc: 'Who may change settings.' })
  can_administer_channel_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, { optional: true, doc: 'Who may delete any message.' })
  can_delete_any_message_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, { optional: true, doc: 'Who may delete own messages.' })
  can_delete_own_message_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, { optional: true, doc: 'Who may move messages to other channels.' })
  can_move_messages_out_of_channel_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, { optional: true, doc: 'Who may move messages between topics.' })
  can_move_messages_within_channel_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, { optional: true, doc: 'Who may unsubscribe others.' })
  can_remove_subscribers_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, { optional: true, doc: 'Who may resolve topics.' })
  can_resolve_topics_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, { optional: true, doc: 'Who may post.' })
  can_send_message_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, { optional: true, doc: 'Who may subscribe to a private channel.' })
  can_subscribe_group?: GroupSettingUpdate;
}

/** The parameters that were sent, as the service takes them. */
export function channelChanges(params: UpdateChannelParams): ChannelChanges {
  const { messageRetentionDays, topicsPolicy } = params;
  const groupSettings: ChannelChanges['groupSettings'] = {};
  for (const [name, value] of Object.entries(params)) {
    if (name in CHANNEL_PERMISSION_SETTINGS && value !== undefined) groupSettings[name] = value;
  }
  return {
    name: params.newName,
    description: params.description,
    isPrivate: params.isPrivate,
    isWebPublic: params.isWebPublic,
    historyPublicToSubscribers: params.historyPublicToSubscribers,
    isDefaultChannel: params.isDefaultStream,
    messageRetentionDays: messageRetentionDays === undefined ? undefined : retentionValue(messageRetentionDays),
    isArchived: params.isArchived,
    topicsPolicy: topicsPolicy === undefined ? undefined : unquoted(topicsPolicy),
    folderId: params.folderId,
    groupSettings,
  };
}
