import { Injectable } from '@nestjs/common';
import {
  CHANNEL_GROUP_SETTINGS,
  ChannelGroupSetting,
  DomainError,
  GroupSettingValue,
  badRequest,
} from '@stoa/contracts';
import { WriteTransaction } from '@stoa/database';
import { RealmGroups, RealmSettings, RealmUsers } from '@stoa/directory';
import { PolicyUser, isAdministrator } from '@stoa/policy';
import { SettingGroupRepository } from './setting-group.repository';
import { normalizedValue } from './group-values';

/** Defaults of channels.md 2.1; the creator alone administers a new channel. */
const DEFAULT_GROUPS: Record<Exclude<ChannelGroupSetting, 'can_administer_channel_group'>, string> = {
  can_add_subscribers_group: 'role:nobody',
  can_delete_any_message_group: 'role:nobody',
  can_delete_own_message_group: 'role:nobody',
  can_move_messages_out_of_channel_group: 'role:nobody',
  can_move_messages_within_channel_group: 'role:nobody',
  can_remove_subscribers_group: 'role:administrators',
  can_send_message_group: 'role:everyone',
  can_subscribe_group: 'role:nobody',
  can_resolve_topics_group: 'role:nobody',
};

/** Settings that must not be given to everyone. */
const NOT_EVERYONE: ReadonlySet<ChannelGroupSetting> = new Set([
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_subscribe_group',
]);

export interface GroupSettingsContext {
  actor: PolicyUser;
  settings: RealmSettings;
  users: RealmUsers;
  groups: RealmGroups;
}

/** Values of a channel's permission settings: checks, defaults, and the groups that hold them. */
@Injectable()
export class ChannelGroupSettingsService {
  constructor(private readonly repository: SettingGroupRepository) {}

  /** @throws DomainError with the texts of organization.md 4.3 and channels.md 2.1 */
  checked(
    given: Readonly<Record<string, GroupSettingValue>>,
    context: GroupSettingsContext,
  ): Partial<Record<ChannelGroupSetting, GroupSettingValue>> {
    const values: Partial<Record<ChannelGroupSetting, GroupSettingValue>> = {};
    const nobody = context.groups.graph.idOf('role:nobody');
    for (const setting of CHANNEL_GROUP_SETTINGS) {
      const value = given[setting];
      if (value === undefined) continue;
      const normalized = normalizedValue(value, nobody);
      checkValue(setting, normalized, context);
      const isDeletePolicy = setting.startsWith('can_delete_') && normalized !== nobody;
      if (isDeletePolicy && !maySetDeletePolicy(context)) throw badRequest('Insufficient permission');
      values[setting] = normalized;
    }
    return values;
  }

  /** Group ids for a new channel's columns; every anonymous value gets a group of its own. */
  async groupsOfNewChannel(
    tx: WriteTransaction,
    values: Partial<Record<ChannelGroupSetting, GroupSettingValue>>,
    creatorId: number,
    groups: RealmGroups,
  ): Promise<Record<ChannelGroupSetting, number>> {
    const ids: Partial<Record<ChannelGroupSetting, number>> = {};
    for (const setting of CHANNEL_GROUP_SETTINGS) {
      const value = values[setting] ?? defaultValue(setting, creatorId, groups);
      ids[setting] = typeof value === 'number' ? value : await this.repository.insertAnonymous(tx, value);
    }
    return ids as Record<ChannelGroupSetting, number>;
  }
}

function defaultValue(setting: ChannelGroupSetting, creatorId: number, groups: RealmGroups): GroupSettingValue {
  if (setting === 'can_administer_channel_group') return { direct_members: [creatorId], direct_subgroups: [] };
  return groups.graph.idOf(DEFAULT_GROUPS[setting]);
}

function maySetDeletePolicy({ actor, settings, groups }: GroupSettingsContext): boolean {
  return isAdministrator(actor) || groups.graph.isMember(settings.canSetDeleteMessagePolicyGroup, actor);
}

function checkValue(setting: ChannelGroupSetting, value: GroupSettingValue, context: GroupSettingsContext): void {
  const { groups, users } = context;
  if (typeof value === 'number') {
    const group = groups.named.get(value);
    if (!group) throw badRequest('Invalid user group');
    if (group.isDeactivated) throw badRequest('User group is deactivated.');
    const isForbidden =
      group.isSystemGroup &&
      (group.name === 'role:internet' || (group.name === 'role:everyone' && NOT_EVERYONE.has(setting)));
    if (isForbidden) throw badRequest(`'${setting}' setting cannot be set to '${group.name}' group.`);
    return;
  }
  for (const groupId of value.direct_subgroups) {
    const group = groups.named.get(groupId);
    if (!group) throw badRequest(`Invalid user group ID: ${groupId}`);
    if (group.isDeactivated) throw new DomainError('BAD_REQUEST', 'User group is deactivated.');
  }
  for (const userId of value.direct_members) {
    if (!users.get(userId)?.isActive) throw badRequest(`Invalid user ID: ${userId}`);
  }
}
