import type { RealmUsers } from '@stoa/directory';
import { isAdministrator } from '@stoa/policy';

/**
 * Active administrators that are no bots: they get events about exports and about consent to them (organization.md 12).
 */
export function humanAdministrators(users: RealmUsers): number[] {
  return [...users.byId.values()]
    .filter((user) => user.isActive && !user.isBot && isAdministrator(user))
    .map(({ id }) => id);
}
