import { Static } from '@sinclair/typebox';
import {
  RealmBotAddEventSchema,
  RealmBotDeleteEventSchema,
  RealmBotUpdateEventSchema,
  RealmUserAddEventSchema,
  RealmUserRemoveEventSchema,
  RealmUserUpdateEventSchema,
  UserGroupRemoveMembersEventSchema,
} from '@stoa/contracts/events';
import { CHANNEL_LISTS, ClientState, withoutIds } from './client-state';
import { isRecord, refreshOwnPermissions, withoutMember } from './group-values';

type StateUser = NonNullable<ClientState['realm_users']>[number];

/** A user that is new to the client, or that a limited guest sees now. */
export function applyUserAdd(state: ClientState, { person }: Static<typeof RealmUserAddEventSchema>): void {
  const { is_active: isActive, ...user } = person;
  removeUser(state, user.user_id);
  insertUser(state, isActive ? 'realm_users' : 'realm_non_active_users', user);
}

/** What stays of an inaccessible user is its placeholder, for clients that need one. */
export function applyUserRemove(state: ClientState, { person }: Static<typeof RealmUserRemoveEventSchema>): void {
  removeUser(state, person.user_id);
}

export function applyUserUpdate(state: ClientState, { person }: Static<typeof RealmUserUpdateEventSchema>): void {
  const user = usersOf(state).find(({ user_id }) => user_id === person.user_id);
  if ('is_active' in person) {
    applyActivity(state, person.user_id, person.is_active);
    return;
  }
  const changes = changesOf(person, user);
  if (user) Object.assign(user, changes);
  if (person.user_id === state.user_id) applyOwn(state, changes, person);
}

/** Fields of the user object that a form of `person` stands for. */
function changesOf(
  person: Static<typeof RealmUserUpdateEventSchema>['person'],
  user: StateUser | undefined,
): Record<string, unknown> {
  if ('new_email' in person) return { email: person.new_email };
  if ('role' in person) return { role: person.role, ...roleFlags(person.role) };
  if ('timezone' in person) return { timezone: person.timezone };
  if ('avatar_url' in person) return { avatar_url: person.avatar_url, avatar_version: person.avatar_version };
  if ('custom_profile_field' in person) {
    const { id, ...value } = person.custom_profile_field;
    const known = isRecord(user?.profile_data) ? user.profile_data : {};
    const others = Object.entries(known).filter(([field]) => field !== String(id));
    return { profile_data: Object.fromEntries(value.value === null ? others : [...others, [String(id), value]]) };
  }
  const { user_id: _userId, ...changes } = person;
  return changes;
}

function roleFlags(role: number): Record<string, boolean> {
  return { is_owner: role === 100, is_admin: role <= 200, is_guest: role === 600 };
}

/** Own fields stand at the top level of the state (realtime.md 2.3). */
function applyOwn(
  state: ClientState,
  changes: Record<string, unknown>,
  person: Static<typeof RealmUserUpdateEventSchema>['person'],
): void {
  const own = ['email', 'delivery_email', 'full_name', 'avatar_url', 'is_owner', 'is_admin', 'is_guest'];
  for (const field of own) if (field in changes && field in state) state[field] = changes[field];
  if ('avatar_url' in person && 'avatar_source' in state) {
    state.avatar_source = person.avatar_source;
    state.avatar_url_medium = person.avatar_url_medium;
  }
  if ('role' in person && 'is_moderator' in state) state.is_moderator = person.role <= 300;
  if ('role' in person) refreshOwnPermissions(state);
}

/** Deactivated users vanish from members, subscribers and setting values (realtime.md 9.1). */
function applyActivity(state: ClientState, userId: number, isActive: boolean): void {
  const user = removeUser(state, userId);
  if (user) insertUser(state, isActive ? 'realm_users' : 'realm_non_active_users', user);
  if (isActive) return;
  for (const group of state.realm_user_groups ?? []) group.members = withoutIds(group.members, [userId]);
  for (const list of CHANNEL_LISTS) {
    for (const channel of state[list] ?? []) {
      if (channel.subscribers) channel.subscribers = withoutIds(channel.subscribers, [userId]);
      if (channel.partial_subscribers) channel.partial_subscribers = withoutIds(channel.partial_subscribers, [userId]);
    }
  }
  withoutMember(state, userId);
}

export function applyBotAdd(state: ClientState, { bot }: Static<typeof RealmBotAddEventSchema>): void {
  if (!state.realm_bots) return;
  const others = state.realm_bots.filter(({ user_id }) => user_id !== bot.user_id);
  state.realm_bots = [...others, bot].sort((a, b) => a.user_id - b.user_id);
}

export function applyBotUpdate(state: ClientState, { bot }: Static<typeof RealmBotUpdateEventSchema>): void {
  const known = state.realm_bots?.find(({ user_id }) => user_id === bot.user_id);
  if (known) Object.assign(known, bot);
}

export function applyBotDelete(state: ClientState, { bot }: Static<typeof RealmBotDeleteEventSchema>): void {
  if (state.realm_bots) state.realm_bots = state.realm_bots.filter(({ user_id }) => user_id !== bot.user_id);
}

export function applyMembersRemoved(state: ClientState, event: Static<typeof UserGroupRemoveMembersEventSchema>): void {
  const group = state.realm_user_groups?.find(({ id }) => id === event.group_id);
  if (group) group.members = withoutIds(group.members, event.user_ids);
}

function usersOf(state: ClientState): StateUser[] {
  return [...(state.realm_users ?? []), ...(state.realm_non_active_users ?? [])];
}

function removeUser(state: ClientState, userId: number): StateUser | undefined {
  const user = usersOf(state).find(({ user_id }) => user_id === userId);
  for (const list of ['realm_users', 'realm_non_active_users'] as const) {
    if (state[list]) state[list] = state[list].filter(({ user_id }) => user_id !== userId);
  }
  return user;
}

function insertUser(state: ClientState, list: 'realm_users' | 'realm_non_active_users', user: StateUser): void {
  if (state[list]) state[list] = [...state[list], user].sort((a, b) => a.user_id - b.user_id);
}
