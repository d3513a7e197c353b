import { Audience } from '@stoa/contracts/changes';
import { GroupSettingValue, UserGroupObject } from '@stoa/contracts/users';
import { ChangeEvent, FieldsOf, eventOf } from '@stoa/contracts/events';
import { GROUP_PERMISSION_SETTINGS, GroupPermissionSetting } from '@stoa/policy';
import type { GroupUses, UserGroupRow } from './user-groups.repository';

const SETTING_NAMES = Object.keys(GROUP_PERMISSION_SETTINGS).filter(
  (name): name is GroupPermissionSetting => name in GROUP_PERMISSION_SETTINGS,
);

export type GroupSettingValues = Readonly<Record<GroupPermissionSetting, GroupSettingValue>>;

/** The six settings of a group as clients see them. */
export function settingValuesOf(
  row: Pick<UserGroupRow, GroupPermissionSetting>,
  valueOf: (groupId: number) => GroupSettingValue,
): GroupSettingValues {
  return {
    can_add_members_group: valueOf(row.can_add_members_group),
    can_join_group: valueOf(row.can_join_group),
    can_leave_group: valueOf(row.can_leave_group),
    can_manage_group: valueOf(row.can_manage_group),
    can_mention_group: valueOf(row.can_mention_group),
    can_remove_members_group: valueOf(row.can_remove_members_group),
  };
}

export function groupSettingNames(): readonly GroupPermissionSetting[] {
  return SETTING_NAMES;
}

/** A group as clients see it (users.md 15). @param members active ones, ascending */
export function userGroupObject(
  row: Omit<UserGroupRow, 'memberIds' | 'subgroupIds' | GroupPermissionSetting>,
  members: readonly number[],
  subgroups: readonly number[],
  settings: GroupSettingValues,
): UserGroupObject {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    creator_id: row.creatorId,
    date_created: row.dateCreated,
    members: [...members],
    direct_subgroup_ids: [...subgroups],
    is_system_group: row.isSystemGroup,
    deactivated: row.isDeactivated,
    ...settings,
  };
}

export function groupAdded(group: UserGroupObject, to: Audience): ChangeEvent {
  return eventOf('user_group', 'add', { group }, to);
}

/**
 * One changed property. @param isHidden the group is deactivated: users who do not see such groups do not get its name
 */
export function groupUpdated(
  groupId: number,
  data: FieldsOf<'user_group', 'update'>['data'],
  to: Audience,
  isHidden = false,
): ChangeEvent {
  const options = isHidden ? { when: { capability: 'include_deactivated_groups', is: true } as const } : {};
  return eventOf('user_group', 'update', { group_id: groupId, data }, to, options);
}

/** Which of the two a queue gets follows from its capability (realtime.md 6.2). */
export function groupDeactivated(groupId: number, to: Audience): ChangeEvent[] {
  return [groupUpdated(groupId, { deactivated: true }, to), eventOf('user_group', 'remove', { group_id: groupId }, to)];
}

/** Clients that did not know the group get it whole. */
export function groupReactivated(group: UserGroupObject, to: Audience): ChangeEvent[] {
  return [
    groupUpdated(group.id, { deactivated: false }, to),
    eventOf('user_group', 'add', { group }, to, {
      when: { capability: 'include_deactivated_groups', is: false },
    }),
  ];
}

export function membersChanged(
  op: 'add_members' | 'remove_members',
  groupId: number,
  userIds: readonly number[],
  to: Audience,
): ChangeEvent {
  return eventOf('user_group', op, { group_id: groupId, user_ids: [...userIds] }, to);
}

export function subgroupsChanged(
  op: 'add_subgroups' | 'remove_subgroups',
  groupId: number,
  subgroupIds: readonly number[],
  to: Audience,
): ChangeEvent {
  return eventOf('user_group', op, { group_id: groupId, direct_subgroup_ids: [...subgroupIds] }, to);
}

/** Why a group cannot be deactivated (users.md 15): `objections` of the error. */
export function objectionsTo(uses: GroupUses): Record<string, unknown>[] {
  return [
    ...(uses.supergroupIds.length === 0 ? [] : [{ type: 'subgroup', supergroup_ids: uses.supergroupIds }]),
    ...uses.channels.map(({ id, settings }) => ({ type: 'channel', channel_id: id, settings })),
    ...uses.groups.map(({ id, settings }) => ({ type: 'user_group', group_id: id, settings })),
    ...(uses.realmSettings.length === 0 ? [] : [{ type: 'realm', settings: uses.realmSettings }]),
  ];
}
