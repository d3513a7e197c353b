import { Injectable } from '@nestjs/common';
import { DomainError, GroupSettingValue, badRequest } from '@stoa/contracts';
import { WriteTransaction } from '@stoa/database';
import { RealmGroups, RealmSettings, RealmUsers } from '@stoa/directory';
import { CHANNEL_PERMISSION_SETTINGS, ChannelPermissionSetting, PolicyUser, isAdministrator } from '@stoa/policy';
import { SettingGroupRepository } from './setting-group.repository';
import { normalizedValue } from './group-values';

const SETTING_NAMES = Object.keys(CHANNEL_PERMISSION_SETTINGS).filter(isSettingName);

function isSettingName(name: string): name is ChannelPermissionSetting {
  return name in CHANNEL_PERMISSION_SETTINGS;
}

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
  ): Partial<Record<ChannelPermissionSetting, GroupSettingValue>> {
    const values: Partial<Record<ChannelPermissionSetting, GroupSettingValue>> = {};
    const nobody = context.groups.graph.idOf('role:nobody');
    for (const setting of SETTING_NAMES) {
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
    values: Partial<Record<ChannelPermissionSetting, GroupSettingValue>>,
    creatorId: number,
    groups: RealmGroups,
  ): Promise<Record<ChannelPermissionSetting, number>> {
    const ids: Partial<Record<ChannelPermissionSetting, number>> = {};
    for (const setting of SETTING_NAMES) {
      const value = values[setting] ?? defaultValue(setting, creatorId, groups);
      ids[setting] = typeof value === 'number' ? value : await this.repository.insertAnonymous(tx, value);
    }
    return ids as Record<ChannelPermissionSetting, number>;
  }
}

function defaultValue(setting: ChannelPermissionSetting, creatorId: number, groups: RealmGroups): GroupSettingValue {
  const { defaultGroup } = CHANNEL_PERMISSION_SETTINGS[setting];
  if (defaultGroup === 'stream_creator_or_nobody') return { direct_members: [creatorId], direct_subgroups: [] };
  return groups.graph.idOf(defaultGroup);
}

function maySetDeletePolicy({ actor, settings, groups }: GroupSettingsContext): boolean {
  return isAdministrator(actor) || groups.graph.isMember(settings.canSetDeleteMessagePolicyGroup, actor);
}

function checkValue(setting: ChannelPermissionSetting, value: GroupSettingValue, context: GroupSettingsContext): void {
  const { groups, users } = context;
  if (typeof value === 'number') {
    const group = groups.named.get(value);
    if (!group) throw badRequest('Invalid user group');
    if (group.isDeactivated) throw badRequest('User group is deactivated.');
    const isForbidden =
      group.isSystemGroup &&
      (group.name === 'role:internet' ||
        (group.name === 'role:everyone' && !CHANNEL_PERMISSION_SETTINGS[setting].allowsEveryone));
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
