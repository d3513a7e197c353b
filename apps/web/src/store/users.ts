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
