import { Injectable } from '@nestjs/common';
import { GroupSettingUpdate, GroupSettingValue } from '@stoa/contracts/users';
import { badRequest, insufficientPermission } from '@stoa/errors';
import { WriteTransaction, storeSettingGroup } from '@stoa/database';
import { changedGroupSetting } from '@stoa/directory';
import { CHANNEL_PERMISSION_SETTINGS, ChannelPermissionSetting, isAdministrator } from '@stoa/policy';
import { EditedChannel, withAnonymousGroup } from './edited-channel';
import { noticeTexts, valueInWords } from './notice-texts';

/** Channels.md 8.1, "Order of application". */
const ORDER: readonly ChannelPermissionSetting[] = [
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_create_topic_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_move_messages_out_of_channel_group',
  'can_move_messages_within_channel_group',
  'can_remove_subscribers_group',
  'can_send_message_group',
  'can_subscribe_group',
  'can_resolve_topics_group',
];
/** Grant access to the channel's content, so only who has it may give it (channels.md 2.1). */
const CONTENT_ACCESS: readonly string[] = ['can_add_subscribers_group', 'can_subscribe_group'];
/** Also let see the channel. */
const METADATA_ACCESS: readonly string[] = [...CONTENT_ACCESS, 'can_administer_channel_group'];

/** Changes of a channel's permission settings. */
@Injectable()
export class ChannelGroupChanges {
  /** @throws DomainError with the texts of organization.md 4.3 and channels.md 2.1 */
  async apply(
    tx: WriteTransaction,
    edited: EditedChannel,
    updates: Readonly<Partial<Record<ChannelPermissionSetting, GroupSettingUpdate>>>,
    actor: string,
  ): Promise<void> {
    for (const setting of ORDER) {
      const update = updates[setting];
      if (update === undefined) continue;
      const value = changedGroupSetting(
        {
          name: setting,
          setting: CHANNEL_PERMISSION_SETTINGS[setting],
          update,
          currentGroupId: edited.groupOf(setting),
        },
        { users: edited.facts.users, groups: edited.groups },
      );
      if (value === undefined) continue;
      checkPermission(edited, setting);
      await this.store(tx, edited, { setting, value, actor });
    }
  }

  private async store(
    tx: WriteTransaction,
    edited: EditedChannel,
    { setting, value, actor }: { setting: ChannelPermissionSetting; value: GroupSettingValue; actor: string },
  ): Promise<void> {
    const current = edited.groupOf(setting);
    const old = edited.settingValue(current);
    const mirror = postPolicy(edited);
    const groupId = await storeSettingGroup(tx, current, value);
    const groups = typeof value === 'number' ? edited.groups : withAnonymousGroup(edited.groups, groupId, value);
    const event = { property: setting, value };
    const changes = { [setting]: groupId };
    // An anonymous group that is re-used changes who sees the channel as much as another group does.
    if (METADATA_ACCESS.includes(setting)) edited.setAccess(changes, groups, event);
    else edited.setGroup(changes, groups, event);
    if (setting !== 'can_send_message_group') return;
    edited.tellPostPolicy(mirror);
    const words = (shown: GroupSettingValue) => valueInWords(shown, edited.facts.users, edited.groups);
    edited.notices.push(noticeTexts.posting(edited.write, actor, words(old), words(value)));
  }
}

function postPolicy(edited: EditedChannel): number {
  return edited.object().stream_post_policy;
}

function checkPermission(edited: EditedChannel, setting: ChannelPermissionSetting): void {
  const { settings, groups } = edited.facts;
  const { user } = edited.viewer;
  if (CONTENT_ACCESS.includes(setting) && !edited.hasContentAccess) {
    throw badRequest('Channel content access is required.');
  }
  const maySetDeletePolicy =
    isAdministrator(user) || groups.graph.isMember(settings.canSetDeleteMessagePolicyGroup, user);
  if (setting.startsWith('can_delete_') && !maySetDeletePolicy) throw insufficientPermission();
}
