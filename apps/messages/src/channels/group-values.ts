import { GroupSettingValue, GroupValues } from '@stoa/contracts';
import { RealmGroups, RealmUsers } from '@stoa/directory';
import { GroupGraph } from '@stoa/policy';

/** How the permission groups of channel objects are written: ids of named groups, anonymous ones as lists. */
export function groupValues(groups: RealmGroups, users: RealmUsers): GroupValues {
  return {
    valueOf: (groupId) => valueOf(groups.graph, users, groupId),
    systemNameOf: (groupId) => {
      const group = groups.named.get(groupId);
      return group?.isSystemGroup ? group.name : null;
    },
  };
}

function valueOf(graph: GroupGraph, users: RealmUsers, groupId: number): GroupSettingValue {
  const group = graph.get(groupId);
  if (!group || group.name !== null) return groupId;
  return {
    direct_members: group.directMembers
      .filter((userId) => users.get(userId)?.isActive)
      .sort((first, second) => first - second),
    direct_subgroups: [...group.directSubgroups].sort((first, second) => first - second),
  };
}

/**
 * The form in which a value is compared and stored (users.md 15): a list of exactly one group is that group, an empty
 * one is nobody.
 */
export function normalizedValue(value: GroupSettingValue, nobodyGroupId: number): GroupSettingValue {
  if (typeof value === 'number') return value;
  const members = [...new Set(value.direct_members)].sort((first, second) => first - second);
  const subgroups = [...new Set(value.direct_subgroups)].sort((first, second) => first - second);
  const [only] = subgroups;
  if (members.length === 0 && only === undefined) return nobodyGroupId;
  if (members.length === 0 && subgroups.length === 1 && only !== undefined) return only;
  return { direct_members: members, direct_subgroups: subgroups };
}
