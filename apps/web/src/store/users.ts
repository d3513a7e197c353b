import { t, languageInUse } from '../strings/strings';
import type { State, User } from './state';

/** Placeholders by language and id, so that the same user is the same object. */
const unknown = new Map<string, User>();

/** The user, or what stands in for one that is not known (yet): messages and reactions may name it first. */
export function userOf({ users }: Pick<State, 'users'>, userId: number): User {
  return users.get(userId) ?? unknownUser(userId);
}

const MEMBER = 400;

function unknownUser(userId: number): User {
  const key = `${languageInUse()} ${userId}`;
  const known = unknown.get(key) ?? {
    user_id: userId,
    email: '',
    delivery_email: null,
    full_name: t('user.unknown'),
    date_joined: '',
    is_owner: false,
    is_admin: false,
    is_guest: false,
    is_bot: false,
    role: MEMBER,
    avatar_url: null,
    avatar_version: 1,
    is_active: true,
    isUnknown: true,
  };
  unknown.set(key, known);
  return known;
}

/** People of each name, as long as the users are the same object. */
const namesakes = new WeakMap<State['users'], ReadonlyMap<string, number>>();

/** Whether a mention must say the id because somebody else has the same name. */
export function isAmbiguous({ users }: Pick<State, 'users'>, { full_name }: User): boolean {
  let counts = namesakes.get(users);
  if (!counts) {
    const counted = new Map<string, number>();
    for (const user of users.values()) counted.set(user.full_name, (counted.get(user.full_name) ?? 0) + 1);
    namesakes.set(users, (counts = counted));
  }
  return (counts.get(full_name) ?? 0) > 1;
}
