import { GroupGraph, PolicyUser } from './group-membership';
import { isGuest } from './roles';

/**
 * Whether a user sees only bots and users of a shared channel or direct conversation (users.md 3).
 * @param canAccessAllUsersGroup the organization's setting of that name
 */
export function isLimitedGuest(user: PolicyUser, canAccessAllUsersGroup: number, groups: GroupGraph): boolean {
  return isGuest(user) && !groups.isMember(canAccessAllUsersGroup, user);
}

/**
 * Whether an organization limits its guests to users with whom they share something (users.md 3).
 * @param groupName of the group in its setting `can_access_all_users_group`
 */
export function limitsGuests(groupName: string | null | undefined): boolean {
  return groupName !== 'role:everyone';
}
