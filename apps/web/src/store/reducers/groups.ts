import type { Draft } from '../draft';
import type { State, UserGroup } from '../state';
import type { EventOf } from './event';

/** `user_group`: groups that the client does not know are ignored. */
export function applyUserGroup(draft: Draft<State>, event: EventOf<'user_group'>): void {
  switch (event.op) {
    case 'add':
      draft.write('groups').set(event.group.id, event.group);
      return;
    case 'remove':
      draft.write('groups').delete(event.group_id);
      return;
    case 'update':
      return changeGroup(draft, event.group_id, (group) => ({ ...group, ...event.data }));
    case 'add_members':
      return changeGroup(draft, event.group_id, (group) => ({
        ...group,
        members: withIds(group.members, event.user_ids),
      }));
    case 'remove_members':
      return changeGroup(draft, event.group_id, (group) => ({
        ...group,
        members: withoutIds(group.members, event.user_ids),
      }));
    case 'add_subgroups':
      return changeGroup(draft, event.group_id, (group) => ({
        ...group,
        direct_subgroup_ids: withIds(group.direct_subgroup_ids, event.direct_subgroup_ids),
      }));
    case 'remove_subgroups':
      return changeGroup(draft, event.group_id, (group) => ({
        ...group,
        direct_subgroup_ids: withoutIds(group.direct_subgroup_ids, event.direct_subgroup_ids),
      }));
  }
}

function changeGroup(draft: Draft<State>, id: number, change: (group: UserGroup) => UserGroup): void {
  const group = draft.state.groups.get(id);
  if (group) draft.write('groups').set(id, change(group));
}

/** Ascending, each once. */
function withIds(ids: readonly number[], added: readonly number[]): number[] {
  return [...new Set([...ids, ...added])].sort((a, b) => a - b);
}

export function withoutIds(ids: readonly number[], removed: readonly number[]): number[] {
  const gone = new Set(removed);
  return ids.filter((id) => !gone.has(id));
}
