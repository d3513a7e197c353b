import type { ChangedPerson } from '@stoa/contracts/events';
import type { Draft } from '../draft';
import type { OwnAccount, State, User } from '../state';
import type { EventOf } from './event';
import { withoutIds } from './groups';
import { withoutMember } from './group-values';

/** `realm_user`: accounts. Messages name them by id, so no message is touched. */
export function applyPeople(draft: Draft<State>, event: EventOf<'realm_user'>): void {
  switch (event.op) {
    case 'add':
      draft.write('users').set(event.person.user_id, event.person);
      return;
    case 'remove':
      // The user became inaccessible, not absent: what names the user shows a placeholder.
      draft.write('users').delete(event.person.user_id);
      return;
    case 'update':
      update(draft, event.person);
  }
}

function update(draft: Draft<State>, person: ChangedPerson): void {
  const user = draft.state.users.get(person.user_id);
  if (user) draft.write('users').set(person.user_id, { ...user, ...changesOf(person, user) });
  if ('is_active' in person && !person.is_active) leaveEverything(draft, person.user_id);
  if (person.user_id === draft.state.userId) draft.set('own', { ...draft.state.own, ...ownChangesOf(person) });
}

/** Fields of the user that the form of `person` stands for. */
function changesOf(person: ChangedPerson, user: User): Partial<User> {
  if ('new_email' in person) return { email: person.new_email };
  if ('role' in person) return { role: person.role, ...roleFlags(person.role) };
  if ('timezone' in person) return { timezone: person.timezone };
  if ('avatar_url' in person) return { avatar_url: person.avatar_url, avatar_version: person.avatar_version };
  if ('custom_profile_field' in person) return { profile_data: profileWith(user, person.custom_profile_field) };
  const { user_id: _userId, ...changes } = person;
  return changes;
}

type ProfileField = Extract<ChangedPerson, { custom_profile_field: object }>['custom_profile_field'];

function profileWith(user: User, { id, value, rendered_value }: ProfileField): User['profile_data'] {
  const others = Object.entries(user.profile_data ?? {}).filter(([field]) => field !== String(id));
  if (value === null) return Object.fromEntries(others);
  const entry = rendered_value === undefined ? { value } : { value, rendered_value };
  return Object.fromEntries([...others, [String(id), entry]]);
}

const OWNER = 100;
const ADMINISTRATOR = 200;
const GUEST = 600;

function roleFlags(role: number): Pick<User, 'is_owner' | 'is_admin' | 'is_guest'> {
  return { is_owner: role === OWNER, is_admin: role <= ADMINISTRATOR, is_guest: role === GUEST };
}

function ownChangesOf(person: ChangedPerson): Partial<OwnAccount> {
  if ('new_email' in person) return { email: person.new_email };
  if ('full_name' in person) return { full_name: person.full_name };
  if ('delivery_email' in person)
    return person.delivery_email === null ? {} : { delivery_email: person.delivery_email };
  if (!('avatar_url' in person)) return {};
  const { avatar_url, avatar_url_medium, avatar_source } = person;
  return { avatar_url, avatar_url_medium, avatar_source };
}

/** Deactivated users stay readable, but are in no group, no channel and no value of a setting (realtime.md 9.1). */
function leaveEverything(draft: Draft<State>, userId: number): void {
  for (const [id, group] of draft.state.groups) {
    if (!group.members.includes(userId)) continue;
    draft.write('groups').set(id, { ...group, members: withoutIds(group.members, [userId]) });
  }
  for (const [channelId, { ids }] of draft.state.subscribers) {
    if (!ids.has(userId)) continue;
    const left = new Set(ids);
    left.delete(userId);
    const known = draft.state.subscribers.get(channelId);
    if (known) draft.write('subscribers').set(channelId, { ...known, ids: left });
  }
  withoutMember(draft, userId);
}

/** `realm_bot`: bots that the user administers. */
export function applyBots(draft: Draft<State>, event: EventOf<'realm_bot'>): void {
  const bots = draft.write('bots');
  if (event.op === 'add') bots.set(event.bot.user_id, event.bot);
  else if (event.op === 'delete') bots.delete(event.bot.user_id);
  else {
    const bot = bots.get(event.bot.user_id);
    if (bot) bots.set(bot.user_id, { ...bot, ...event.bot });
  }
}
