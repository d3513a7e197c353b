import type { RealmUsers } from '@stoa/directory';
import { isAdministrator } from '@stoa/policy';

/** Who hears that invitations changed: active administrators, bots among them, and the inviters (organization.md 11). */
export function invitationAudience(users: RealmUsers, inviterIds: readonly number[]): number[] {
  return [...users.byId.values()]
    .filter((user) => user.isActive && (isAdministrator(user) || inviterIds.includes(user.id)))
    .map(({ id }) => id);
}
