import type { GroupSettingValue } from '@stoa/contracts/users';
import type { State } from './state';

type Groups = State['groups'];

/** Members of each group and of its subgroups, as long as the groups are the same object. */
const membersByGroups = new WeakMap<Groups, Map<number, ReadonlySet<number>>>();

/** Everybody who is in a group, directly or through subgroups; nobody if there is no such group. */
export function membersOf(groups: Groups, groupId: number): ReadonlySet<number> {
  let known = membersByGroups.get(groups);
  if (!known) membersByGroups.set(groups, (known = new Map()));
  const members = known.get(groupId) ?? collect(groups, [groupId]);
  known.set(groupId, members);
  return members;
}

function collect(groups: Groups, from: readonly number[]): ReadonlySet<number> {
  const members = new Set<number>();
  const seen = new Set<number>();
  const pending = [...from];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const group = seen.has(id) ? undefined : groups.get(id);
    seen.add(id);
    if (!group) continue;
    for (const member of group.members) members.add(member);
    pending.push(...group.direct_subgroup_ids);
  }
  return members;
}

/** Whether a user is meant by the value of a permission setting (users.md 15). */
export function isIn({ groups }: Pick<State, 'groups'>, value: GroupSettingValue, userId: number): boolean {
  if (typeof value === 'number') return membersOf(groups, value).has(userId);
  return (
    value.direct_members.includes(userId) || value.direct_subgroups.some((id) => membersOf(groups, id).has(userId))
  );
}
