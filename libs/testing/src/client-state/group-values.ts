import { CHANNEL_LISTS, ClientState } from './client-state';

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface AnonymousValue {
  direct_members: number[];
  direct_subgroups: number[];
}

function isAnonymous(value: unknown): value is AnonymousValue {
  return isRecord(value) && Array.isArray(value.direct_members) && Array.isArray(value.direct_subgroups);
}

/** Everything in a state that holds values of permission settings: the organization, its groups, its channels. */
function settingHolders(state: ClientState): Record<string, unknown>[] {
  return [state, ...(state.realm_user_groups ?? []), ...CHANNEL_LISTS.flatMap((list) => state[list] ?? [])];
}

/** Takes a deactivated user out of all values that list it. */
export function withoutMember(state: ClientState, userId: number): void {
  for (const holder of settingHolders(state)) {
    for (const [name, value] of Object.entries(holder)) {
      if (!isAnonymous(value) || !value.direct_members.includes(userId)) continue;
      holder[name] = { ...value, direct_members: value.direct_members.filter((id) => id !== userId) };
    }
  }
}

/** Permissions of the own account that follow from settings of the organization (realtime.md 2.3). */
const OWN_PERMISSIONS: Record<string, string> = {
  can_create_public_streams: 'realm_can_create_public_channel_group',
  can_create_private_streams: 'realm_can_create_private_channel_group',
  can_invite_others_to_realm: 'realm_can_invite_users_group',
};

/** Recomputes the own permissions after the own role, a group or a setting changed. */
export function refreshOwnPermissions(state: ClientState): void {
  const userId = state.user_id;
  if (userId === undefined || !state.realm_user_groups || !('is_guest' in state)) return;
  const may = (setting: string): boolean => state.is_guest !== true && isMemberOf(state, state[setting], userId);
  for (const [field, setting] of Object.entries(OWN_PERMISSIONS)) {
    if (field in state && setting in state) state[field] = may(setting);
  }
  const webPublic = 'realm_can_create_web_public_channel_group';
  if ('can_create_web_public_streams' in state && webPublic in state) {
    const isOffered = state.server_web_public_streams_enabled === true && state.realm_enable_spectator_access === true;
    state.can_create_web_public_streams = isOffered && may(webPublic);
  }
  if ('can_create_streams' in state) {
    state.can_create_streams = [
      state.can_create_public_streams,
      state.can_create_private_streams,
      state.can_create_web_public_streams,
    ].includes(true);
  }
}

function isMemberOf(state: ClientState, value: unknown, userId: number): boolean {
  if (isAnonymous(value)) {
    return value.direct_members.includes(userId) || value.direct_subgroups.some((id) => isMemberOf(state, id, userId));
  }
  const group = state.realm_user_groups?.find(({ id }) => id === value);
  if (!group) return false;
  const subgroups = Array.isArray(group.direct_subgroup_ids) ? group.direct_subgroup_ids : [];
  return group.members.includes(userId) || subgroups.some((id) => isMemberOf(state, id, userId));
}
