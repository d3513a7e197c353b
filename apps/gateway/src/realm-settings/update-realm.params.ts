import { Type } from '@sinclair/typebox';
import { GroupSettingUpdateSchema } from '@stoa/contracts';
import type { GroupSettingUpdate } from '@stoa/contracts';
import { IntegerParam, JsonParam, StringParam } from '@stoa/http-params';
import { RealmSettingParams } from './realm-setting.params';

const group = (doc: string) => ({ optional: true, doc }) as const;

/** `PATCH /realm` (organization.md 4.2 to 4.6). Permission settings are in the order of 4.3. */
export class UpdateRealmParams extends RealmSettingParams {
  @JsonParam(Type.Record(Type.String(), Type.Boolean()), group('Backends to switch on and off. Owners only.'))
  authentication_methods?: Record<string, boolean>;

  @StringParam({ optional: true, maxLength: 40, doc: 'New subdomain of a demo organization. Owners only.' })
  string_id?: string;

  @JsonParam(GroupSettingUpdateSchema, group('Who sees all users.'))
  can_access_all_users_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, group('Who may add custom emoji.'))
  can_add_custom_emoji_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, group('Who may subscribe others.'))
  can_add_subscribers_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, group('Who may create bots.'))
  can_create_bots_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, group('Who may create bots that only send.'))
  can_create_write_only_bots_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, group('Who may create user groups. Owners only.'))
  can_create_groups?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, group('Who may create public channels.'))
  can_create_public_channel_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, group('Who may create private channels.'))
  can_create_private_channel_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, group('Who may create web-public channels.'))
  can_create_web_public_channel_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, group('Who may delete any message.'))
  can_delete_any_message_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, group('Who may delete own messages.'))
  can_delete_own_message_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, group('Who may invite by email. Owners only.'))
  can_invite_users_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, group('Who may make reusable invitation links. Owners only.'))
  create_multiuse_invite_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, group('Who may manage all user groups. Owners only.'))
  can_manage_all_groups?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, group('Who may manage billing. Owners only.'))
  can_manage_billing_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, group('Who may use wildcard mentions in large channels.'))
  can_mention_many_users_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, group('Who may move messages to other channels.'))
  can_move_messages_between_channels_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, group('Who may move messages to other topics.'))
  can_move_messages_between_topics_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, group('Who may resolve topics.'))
  can_resolve_topics_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, group('Who may set who deletes messages of a channel.'))
  can_set_delete_message_policy_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, group('Who may set the topics policy of a channel.'))
  can_set_topics_policy_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, group('Who may summarise topics.'))
  can_summarize_topics_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, group('Who may begin direct conversations.'))
  direct_message_initiator_group?: GroupSettingUpdate;

  @JsonParam(GroupSettingUpdateSchema, group('Of whom every direct conversation needs one.'))
  direct_message_permission_group?: GroupSettingUpdate;
}

/** `POST /realm/deactivate` (organization.md 13). */
export class DeactivateRealmParams {
  @IntegerParam({
    optional: true,
    nullable: true,
    name: 'deletion_delay_days',
    max: 100_000,
    doc: 'Days after which the data is deleted; null keeps it.',
  })
  deletionDelayDays?: number | null;
}

/** `POST /realm/test_welcome_bot_custom_message` (organization.md 14). */
export class TestWelcomeMessageParams {
  @StringParam({ maxLength: 8000, name: 'welcome_message_custom_text', doc: 'The text to try.' })
  text!: string;
}
