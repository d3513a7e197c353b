import { GroupGraph } from './group-membership';
import { ManagedGroup, recursiveSubgroups } from './group-permissions';
import type { GroupPermissionSetting } from './permission-settings';
import { type HasRole, isAdministrator } from './roles';

/** Settings of a group by which people change who is in it. */
const MEMBERSHIP_SETTINGS: readonly GroupPermissionSetting[] = [
  'can_manage_group',
  'can_add_members_group',
  'can_remove_members_group',
  'can_join_group',
  'can_leave_group',
];
const OF_ADMINISTRATORS: ReadonlySet<string> = new Set(['role:nobody', 'role:owners', 'role:administrators']);

export interface MembershipFacts {
  groups: GroupGraph;
  /** A named group with its settings. */
  managedGroup(groupId: number): ManagedGroup | undefined;
  user(userId: number): HasRole | undefined;
  /** Value of the organization's `can_manage_all_groups`. */
  canManageAllGroups: number;
}

/**
 * Whether only administrators decide who is in a group, and in each group below it: what `workplace_users_group` asks of
 * groups that are not the system's (organization.md 4.3).
 */
export function isManagedByAdministrators(groupId: number, facts: MembershipFacts): boolean {
  return [groupId, ...recursiveSubgroups(facts.groups, groupId)].every((id) => {
    if (facts.groups.get(id)?.isSystemGroup) return true;
    const group = facts.managedGroup(id);
    if (!group || !hasAdministratorsOnly(facts.canManageAllGroups, facts)) return false;
    return MEMBERSHIP_SETTINGS.every((name) => hasAdministratorsOnly(group[name], facts));
  });
}

/** Named groups are not looked into: who may change their members could let others in. */
function hasAdministratorsOnly(groupId: number, facts: MembershipFacts): boolean {
  const group = facts.groups.get(groupId);
  if (!group) return false;
  if (group.isSystemGroup) return OF_ADMINISTRATORS.has(group.name ?? '');
  if (group.name !== null) return false;
  const isAdministrators = (userId: number): boolean => {
    const user = facts.user(userId);
    return user !== undefined && isAdministrator(user);
  };
  return (
    group.directMembers.every(isAdministrators) && group.directSubgroups.every((id) => hasAdministratorsOnly(id, facts))
  );
}
