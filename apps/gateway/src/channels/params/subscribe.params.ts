import { Type } from '@sinclair/typebox';
import { GroupSettingValueSchema } from '@stoa/contracts';
import type { GroupSettingValue } from '@stoa/contracts';
import { BooleanParam, EnumParam, IntegerParam, JsonParam, StringListParam, StringParam } from '@stoa/http-params';
import { CHANNEL_PERMISSION_SETTINGS } from '@stoa/policy';

const PrincipalsSchema = Type.Union([Type.Array(Type.Integer()), Type.Array(Type.String())]);
const NewSubscriptionsSchema = Type.Array(
  Type.Object({
    name: Type.String(),
    description: Type.Optional(Type.String()),
    color: Type.Optional(Type.String()),
  }),
);

/** `POST /users/me/subscriptions` (channels.md 7.1). The channel settings apply to channels that the call makes. */
export class SubscribeParams {
  @JsonParam(NewSubscriptionsSchema, { doc: 'The channels, by name; missing ones are created.' })
  subscriptions!: { name: string; description?: string; color?: string }[];

  @JsonParam(PrincipalsSchema, { optional: true, doc: 'User IDs or API emails to subscribe instead of oneself.' })
  principals?: number[] | string[];

  @BooleanParam({
    default: true,
    name: 'authorization_errors_fatal',
    doc: 'Whether a channel that cannot be accessed fails the request.',
  })
  authorizationErrorsFatal!: boolean;

  @BooleanParam({ default: false, doc: 'Announce channels that are created.' })
  announce!: boolean;

  @BooleanParam({
    default: true,
    name: 'send_new_subscription_messages',
    doc: 'Tell other users in a direct message what they were subscribed to.',
  })
  sendNewSubscriptionMessages!: boolean;

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

/** The values among the parameters that are permission settings. */
export function groupSettingsOf(params: SubscribeParams): Record<string, GroupSettingValue> {
  const values: Record<string, GroupSettingValue> = {};
  for (const [name, value] of Object.entries(params)) {
    if (name in CHANNEL_PERMISSION_SETTINGS && value !== undefined) values[name] = value;
  }
  return values;
}

/** `DELETE /users/me/subscriptions` (channels.md 7.2). */
export class UnsubscribeParams {
  @StringListParam({ doc: 'Names of the channels.' })
  subscriptions!: string[];

  @JsonParam(PrincipalsSchema, { optional: true, doc: 'User IDs or API emails instead of oneself.' })
  principals?: number[] | string[];
}

/** `GET /users/me/subscriptions` (channels.md 5.6). */
export class ListSubscriptionsParams {
  @EnumParam(['true', 'false', 'partial'], {
    text: 'short',
    default: 'false',
    name: 'include_subscribers',
    doc: 'Whether each channel lists its subscribers; `partial` shortens long lists.',
  })
  includeSubscribers!: 'true' | 'false' | 'partial';
}
