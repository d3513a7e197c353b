import type { RealmUsers } from '@stoa/directory';
import { isAdministrator } from '@stoa/policy';

/** Active administrators that are no bots: who hears of exports, and of whose data they hold (organization.md 12). */
export function humanAdministrators(users: RealmUsers): number[] {
  return [...users.byId.values()]
    .filter((user) => user.isActive && !user.isBot && isAdministrator(user))
    .map(({ id }) => id);
}
