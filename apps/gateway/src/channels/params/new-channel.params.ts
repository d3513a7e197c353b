import { GroupSettingValueSchema } from '@stoa/contracts';
import type { GroupSettingValue, NewChannelSettings } from '@stoa/contracts';
import { BooleanParam, IntegerParam, JsonParam, StringParam } from '@stoa/http-params';
import { CHANNEL_PERMISSION_SETTINGS } from '@stoa/policy';
import { retentionValue, unquoted } from '../retention';

/** Settings of channels that a call creates (channels.md 6). */
export class NewChannelParams {
  @BooleanParam({ default: false, name: 'invite_only', doc: 'Private.' })
  inviteOnly!: boolean;

  @BooleanParam({ default: false, name: 'is_web_public', doc: 'Readable without an account.' })
  isWebPublic!: boolean;

  @BooleanParam({ default: false, name: 'is_default_stream', doc: 'New users are subscribed.' })
  isDefaultStream!: boolean;

  @BooleanParam({
    optional: true,
    name: 'history_public_to_subscribers',
    doc: 'Whether subscribers of a private channel read what was sent before.',
  })
  historyPublicToSubscribers?: boolean;

  @StringParam({
    default: 'realm_default',
    name: 'message_retention_days',
    doc: 'Days as a JSON integer, `unlimited` or `realm_default`.',
  })
  messageRetentionDays!: string;

  @StringParam({ default: 'inherit', name: 'topics_policy', doc: 'Whether the empty topic may or must be used.' })
  topicsPolicy!: string;

  @IntegerParam({ optional: true, name: 'folder_id', doc: 'Folder of the new channels.' })
  folderId?: number;

  @JsonParam(GroupSettingValueSchema, { optional: true, doc: 'Who may add subscribers.' })
  can_add_subscribers_group?: GroupSettingValue;

  @JsonParam(GroupSettingValueSchema, { optional: true, doc: 'Who may change settings.' })
  can_administer_channel_group?: GroupSettingValue;

  @JsonParam(GroupSettingValueSchema, { optional: true, doc: 'Who may delete any message.' })
  can_delete_any_message_group?: GroupSettingValue;

  @JsonParam(GroupSettingValueSchema, { optional: true, doc: 'Who may delete own messages.' })
  can_delete_own_message_group?: GroupSettingValue;

  @JsonParam(GroupSettingValueSchema, { optional: true, doc: 'Who may move messages to other channels.' })
  can_move_messages_out_of_channel_group?: GroupSettingValue;

  @JsonParam(GroupSettingValueSchema, { optional: true, doc: 'Who may move messages between topics.' })
  can_move_messages_within_channel_group?: GroupSettingValue;

  @JsonParam(GroupSettingValueSchema, { optional: true, doc: 'Who may unsubscribe others.' })
  can_remove_subscribers_group?: GroupSettingValue;

  @JsonParam(GroupSettingValueSchema, { optional: true, doc: 'Who may resolve topics.' })
  can_resolve_topics_group?: GroupSettingValue;

  @JsonParam(GroupSettingValueSchema, { optional: true, doc: 'Who may post.' })
  can_send_message_group?: GroupSettingValue;

  @JsonParam(GroupSettingValueSchema, { optional: true, doc: 'Who may subscribe to a private channel.' })
  can_subscribe_group?: GroupSettingValue;
}

/** The parameters as the service takes them. */
export function newChannelSettings(params: NewChannelParams): NewChannelSettings {
  return {
    inviteOnly: params.inviteOnly,
    isWebPublic: params.isWebPublic,
    isDefaultChannel: params.isDefaultStream,
    historyPublicToSubscribers: params.historyPublicToSubscribers ?? null,
    messageRetentionDays: retentionValue(params.messageRetentionDays),
    topicsPolicy: unquoted(params.topicsPolicy),
    folderId: params.folderId ?? null,
    groupSettings: groupSettingsOf(params),
  };
}

/** The values among the parameters that are permission settings. */
function groupSettingsOf(params: NewChannelParams): Record<string, GroupSettingValue> {
  const values: Record<string, GroupSettingValue> = {};
  for (const [name, value] of Object.entries(params)) {
    if (name in CHANNEL_PERMISSION_SETTINGS && value !== undefined) values[name] = value;
  }
  return values;
}
