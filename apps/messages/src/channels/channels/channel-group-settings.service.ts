import { Injectable } from '@nestjs/common';
import { GroupSettingValue } from '@stoa/contracts/users';
import { insufficientPermission } from '@stoa/errors';
import { WriteTransaction, insertSettingGroups } from '@stoa/database';
import { RealmGroups, RealmSettings, RealmUsers, checkGroupValue } from '@stoa/directory';
import { CHANNEL_PERMISSION_SETTINGS, ChannelPermissionSetting, PolicyUser, isAdministrator } from '@stoa/policy';

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
  /** @throws DomainError with the texts of organization.md 4.3 and channels.md 2.1 */
  checked(
    given: Readonly<Partial<Record<ChannelPermissionSetting, GroupSettingValue>>>,
    context: GroupSettingsContext,
  ): Partial<Record<ChannelPermissionSetting, GroupSettingValue>> {
    const values: Partial<Record<ChannelPermissionSetting, GroupSettingValue>> = {};
    const nobody = context.groups.graph.idOf('role:nobody');
    for (const setting of SETTING_NAMES) {
      const value = given[setting];
      if (value === undefined) continue;
      const normalized = checkGroupValue(setting, CHANNEL_PERMISSION_SETTINGS[setting], value, context);
      const isDeletePolicy = setting.startsWith('can_delete_') && normalized !== nobody;
      if (isDeletePolicy && !maySetDeletePolicy(context)) throw insufficientPermission();
      values[setting] = normalized;
    }
    return values;
  }

  /**
   * Group ids for the columns of new channels that have the same values; every anonymous value gets a group of its own
   * per channel. @returns by setting, the id for each channel, and the values of the groups made
   */
  async groupsOfNewChannels(
    tx: WriteTransaction,
    values: Partial<Record<ChannelPermissionSetting, GroupSettingValue>>,
    { creatorId, groups, count }: { creatorId: number; groups: RealmGroups; count: number },
  ): Promise<{ columns: Map<ChannelPermissionSetting, number[]>; made: Map<number, GroupSettingValue> }> {
    const wanted = SETTING_NAMES.map((setting) => ({
      setting,
      value: values[setting] ?? defaultValue(setting, creatorId, groups),
    }));
    const anonymous = wanted.flatMap(({ value }) =>
      typeof value === 'number' ? [] : Array.from({ length: count }, () => value),
    );
    const ids = await insertSettingGroups(tx, anonymous);
    const made = new Map(ids.map((id, index) => [id, anonymous[index] ?? id]));
    const columns = new Map(
      wanted.map(({ setting, value }) => [
        setting,
        typeof value === 'number' ? Array.from({ length: count }, () => value) : ids.splice(0, count),
      ]),
    );
    return { columns, made };
  }
}

function defaultValue(setting: ChannelPermissionSetting, creatorId: number, groups: RealmGroups): GroupSettingValue {
  const { defaultGroup } = CHANNEL_PERMISSION_SETTINGS[setting];
  if (defaultGroup === 'channel_creator') return { direct_members: [creatorId], direct_subgroups: [] };
  return groups.graph.idOf(defaultGroup);
}

function maySetDeletePolicy({ actor, settings, groups }: GroupSettingsContext): boolean {
  return isAdministrator(actor) || groups.graph.isMember(settings.canSetDeleteMessagePolicyGroup, actor);
}
