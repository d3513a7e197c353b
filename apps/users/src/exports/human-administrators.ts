import type { RealmUsers } from '@stoa/directory';

const ADMINISTRATOR = 200;

/** Active administrators that are no bots: who hears of exports (organization.md 12). */
export function humanAdministrators(users: RealmUsers): number[] {
  return [...users.byId.values()]
    .filter(({ role, isBot, isActive }) => isActive && !isBot && role <= ADMINISTRATOR)
    .map(({ id }) => id);
}
