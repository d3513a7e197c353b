import type { RealmUsers } from '@stoa/directory';

const ADMINISTRATOR = 200;

/** Who hears that invitations changed: active administrators, bots among them, and the inviters (organization.md 11). */
export function invitationAudience(users: RealmUsers, inviterIds: readonly number[]): number[] {
  return [...users.byId.values()]
    .filter(({ id, role, isActive }) => isActive && (role <= ADMINISTRATOR || inviterIds.includes(id)))
    .map(({ id }) => id);
}
