import { badRequest } from '@stoa/errors';
import type { RealmGroups, RealmUsers } from '@stoa/directory';
import { GroupGraph, PolicyGroup } from '@stoa/policy';

/** Users of a list, each once. @throws DomainError `Invalid user ID: {id}` for who is unknown or deactivated */
export function checkUsers(users: RealmUsers, userIds: readonly number[]): number[] {
  const stranger = userIds.find((userId) => !users.get(userId)?.isActive);
  if (stranger !== undefined) throw badRequest(`Invalid user ID: ${stranger}`);
  return unique(userIds);
}

/** Groups of a list, each once. @throws DomainError `Invalid user group ID: {id}`, `User group is deactivated.` */
export function checkSubgroups(groups: RealmGroups, groupIds: readonly number[]): number[] {
  for (const groupId of groupIds) {
    const group = groups.named.get(groupId);
    if (!group) throw badRequest(`Invalid user group ID: ${groupId}`);
    if (group.isDeactivated) throw badRequest('User group is deactivated.');
  }
  return unique(groupIds);
}

export function graphWith(graph: GroupGraph, ...changed: readonly PolicyGroup[]): GroupGraph {
  const byId = new Map(changed.map((group) => [group.id, group]));
  return new GroupGraph([...graph.all()].map((group) => byId.get(group.id) ?? group));
}

function unique(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((first, second) => first - second);
}
