import {
  GROUP_PERMISSION_SETTINGS,
  type GroupManager,
  type ManagedGroup,
  REALM_PERMISSION_SETTINGS,
  canAddMembers,
  canAddSubgroups,
  canManageGroup,
  canRemoveMembers,
  hasPermission,
} from '@stoa/policy';
import type { GroupPermissionSetting } from '@stoa/policy';
import { SettingGroups, policyUserOf } from './standing';
import type { State, UserGroup } from './state';

type GroupState = Pick<State, 'users' | 'groups' | 'organization' | 'userId'>;

/** What the user may do with a group (users.md 15). */
export interface GroupRights {
  readonly canManage: boolean;
  readonly canAdd: boolean;
  readonly canRemove: boolean;
  readonly canAddSubgroups: boolean;
  readonly canJoin: boolean;
  readonly canLeave: boolean;
}

export const GROUP_SETTINGS = Object.keys(GROUP_PERMISSION_SETTINGS) as readonly GroupPermissionSetting[];

/** Somebody else than the user: whoever may add them may add anybody. */
const ANYBODY = [-1];

export function groupRights(state: GroupState, group: UserGroup): GroupRights {
  const setting = new SettingGroups(state);
  const values = GROUP_SETTINGS.map((name) => [name, setting.idOf(group[name])] as const);
  const canManageAllGroups = setting.idOf(state.organization.realm_can_manage_all_groups);
  const managed: ManagedGroup = {
    id: group.id,
    isSystemGroup: group.is_system_group,
    ...(Object.fromEntries(values) as Record<GroupPermissionSetting, number>),
  };
  const user = policyUserOf(state, state.userId);
  const manager: GroupManager = { user, groups: setting.graph(), canManageAllGroups };
  const isMember = group.members.includes(state.userId);
  return {
    canManage: canManageGroup(managed, manager),
    canAdd: canAddMembers(managed, manager, ANYBODY),
    canRemove: canRemoveMembers(managed, manager, ANYBODY),
    canAddSubgroups: canAddSubgroups(managed, manager),
    canJoin: !isMember && canAddMembers(managed, manager, [state.userId]),
    canLeave: isMember && canRemoveMembers(managed, manager, [state.userId]),
  };
}

export function mayCreateGroups(state: GroupState): boolean {
  const setting = new SettingGroups(state);
  const id = setting.idOf(state.organization.realm_can_create_groups);
  const user = policyUserOf(state, state.userId);
  return hasPermission(REALM_PERMISSION_SETTINGS.can_create_groups, id, user, setting.graph());
}
