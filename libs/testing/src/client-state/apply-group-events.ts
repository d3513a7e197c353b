import { Static } from '@sinclair/typebox';
import {
  UserGroupAddEventSchema,
  UserGroupRemoveEventSchema,
  UserGroupSubgroupsEventSchema,
  UserGroupUpdateEventSchema,
} from '@stoa/contracts/events';
import { ClientState, withIds, withoutIds } from './client-state';
import { refreshOwnPermissions } from './group-values';

/** A new group, or one that is active again for clients that leave deactivated ones out. */
export function applyGroupAdd(state: ClientState, { group }: Static<typeof UserGroupAddEventSchema>): void {
  if (!state.realm_user_groups) return;
  const others = state.realm_user_groups.filter(({ id }) => id !== group.id);
  state.realm_user_groups = [...others, group].sort((first, second) => first.id - second.id);
  refreshOwnPermissions(state);
}

/** Groups that the client does not know are ignored (users.md 19). */
export function applyGroupUpdate(state: ClientState, event: Static<typeof UserGroupUpdateEventSchema>): void {
  const group = state.realm_user_groups?.find(({ id }) => id === event.group_id);
  if (group) Object.assign(group, event.data);
}

export function applyGroupRemove(state: ClientState, event: Static<typeof UserGroupRemoveEventSchema>): void {
  if (!state.realm_user_groups) return;
  state.realm_user_groups = state.realm_user_groups.filter(({ id }) => id !== event.group_id);
}

export function applySubgroups(state: ClientState, event: Static<typeof UserGroupSubgroupsEventSchema>): void {
  const group = state.realm_user_groups?.find(({ id }) => id === event.group_id);
  if (!group) return;
  const known = Array.isArray(group.direct_subgroup_ids) ? group.direct_subgroup_ids : [];
  const change = event.op === 'add_subgroups' ? withIds : withoutIds;
  group.direct_subgroup_ids = change(known, event.direct_subgroup_ids);
  refreshOwnPermissions(state);
}
