import { GroupGraph, PolicyUser } from './group-membership';
import { GROUP_PERMISSION_SETTINGS, GroupPermissionSetting, PermissionSetting } from './permission-settings';
import { isGuest } from './roles';

/** A user group as the rules about changing it see it: what its permission settings hold. */
export interface ManagedGroup extends Readonly<Record<GroupPermissionSetting, number>> {
  id: number;
  isSystemGroup: boolean;
}

/** Who asks, and what the organization allows. */
export interface GroupManager {
  user: PolicyUser;
  groups: GroupGraph;
  /** Value of the organization's `can_manage_all_groups`. */
  canManageAllGroups: number;
}

/**
 * Whether a permission setting gives an active user its permission. Guests have none whose setting must not be
 * role:everyone, even when they are listed (users.md 15).
 */
export function hasPermission(
  setting: Pick<PermissionSetting, 'allowsEveryone'>,
  groupId: number,
  user: PolicyUser,
  groups: GroupGraph,
): boolean {
  if (isGuest(user) && !setting.allowsEveryone) return false;
  return groups.isMember(groupId, user);
}

/** May edit, deactivate and reactivate the group; nobody may change a system group. */
export function canManageGroup(group: ManagedGroup, manager: GroupManager): boolean {
  if (group.isSystemGroup || isGuest(manager.user)) return false;
  return manager.groups.isMember(manager.canManageAllGroups, manager.user) || has('can_manage_group', group, manager);
}

/** May add these users to the group. */
export function canAddMembers(group: ManagedGroup, manager: GroupManager, userIds: readonly number[]): boolean {
  if (canManageGroup(group, manager)) return true;
  if (group.isSystemGroup) return false;
  if (has('can_add_members_group', group, manager)) return true;
  return isOneself(userIds, manager.user) && has('can_join_group', group, manager);
}

/** May take these users out of the group. */
export function canRemoveMembers(group: ManagedGroup, manager: GroupManager, userIds: readonly number[]): boolean {
  if (canManageGroup(group, manager)) return true;
  if (group.isSystemGroup) return false;
  if (has('can_remove_members_group', group, manager)) return true;
  return isOneself(userIds, manager.user) && has('can_leave_group', group, manager);
}

/** May make groups subgroups of the group. */
export function canAddSubgroups(group: ManagedGroup, manager: GroupManager): boolean {
  if (canManageGroup(group, manager)) return true;
  return !group.isSystemGroup && has('can_add_members_group', group, manager);
}

/** Every group below a group, itself not included. */
export function recursiveSubgroups(groups: GroupGraph, groupId: number): Set<number> {
  const found = new Set<number>();
  const pending = [...(groups.get(groupId)?.directSubgroups ?? [])];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    pending.push(...(groups.get(id)?.directSubgroups ?? []));
  }
  return found;
}

/** Every group that a group is part of, directly or through others, itself included. */
export function recursiveSupergroups(groups: GroupGraph, groupId: number): Set<number> {
  const above = new Map<number, number[]>();
  for (const group of groups.all()) {
    for (const subgroup of group.directSubgroups) {
      const known = above.get(subgroup);
      if (known) known.push(group.id);
      else above.set(subgroup, [group.id]);
    }
  }
  const found = new Set<number>([groupId]);
  const pending = [groupId];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    for (const supergroup of above.get(id) ?? []) {
      if (found.has(supergroup)) continue;
      found.add(supergroup);
      pending.push(supergroup);
    }
  }
  return found;
}

/** Whether making one group a subgroup of another would close a circle. */
export function wouldCloseCircle(groups: GroupGraph, supergroupId: number, subgroupId: number): boolean {
  return supergroupId === subgroupId || recursiveSubgroups(groups, subgroupId).has(supergroupId);
}

function has(name: GroupPermissionSetting, group: ManagedGroup, { user, groups }: GroupManager): boolean {
  return hasPermission(GROUP_PERMISSION_SETTINGS[name], group[name], user, groups);
}

function isOneself(userIds: readonly number[], user: PolicyUser): boolean {
  return userIds.length === 1 && userIds[0] === user.userId;
}

/** Why a group cannot be called so (users.md 15); whether the name is taken is the caller's check. */
export function groupNameProblem(name: string): string | undefined {
  if (name.trim() === '') return "User group name can't be empty!";
  if ([...name].length > MOST_NAME_CHARACTERS) {
    return `User group name cannot exceed ${MOST_NAME_CHARACTERS} characters.`;
  }
  const prefix = FORBIDDEN_PREFIXES.find((candidate) => name.startsWith(candidate));
  return prefix === undefined ? undefined : `User group name cannot start with '${prefix}'.`;
}

const MOST_NAME_CHARACTERS = 100;
const FORBIDDEN_PREFIXES = ['@', 'role:', 'user:', 'stream:', 'channel:'];
