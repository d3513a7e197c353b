import type { GroupSettingValue } from '@stoa/contracts/users';
import type { GroupValues } from '@stoa/wire-objects';
import type { RealmGroups } from './directory-sets';
import type { RealmUsers } from './directory-user';

/** How the permission groups of objects are written: ids of named groups, anonymous ones as lists. */
export function groupValues(groups: RealmGroups, users: RealmUsers): GroupValues {
  return {
    valueOf: (groupId) => wireGroupValue(groups, users, groupId),
    systemNameOf: (groupId) => {
      const group = groups.named.get(groupId);
      return group?.isSystemGroup ? group.name : null;
    },
    everyone: groups.graph.idOf('role:everyone'),
  };
}

/** A setting's value as clients see it (users.md 15): lists are ascending, deactivated users are left out. */
export function wireGroupValue(groups: RealmGroups, users: RealmUsers, groupId: number): GroupSettingValue {
  const group = groups.graph.get(groupId);
  if (!group || group.name !== null) return groupId;
  return {
    direct_members: group.directMembers
      .filter((userId) => users.get(userId)?.isActive)
      .sort((first, second) => first - second),
    direct_subgroups: [...group.directSubgroups].sort((first, second) => first - second),
  };
}
