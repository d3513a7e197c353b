import { noSuchUser, userIsDeactivated } from '@stoa/errors';
import { DirectoryUser, RealmUsers } from '@stoa/directory';

/**
 * The users whom a subscription call is about: the requester unless others are named (channels.md 7.1 step 5).
 * @throws DomainError `No such user`, `User is deactivated`
 */
export function resolvePrincipals(
  principals: readonly number[] | readonly string[] | undefined,
  requester: DirectoryUser,
  users: RealmUsers,
): DirectoryUser[] {
  if (principals === undefined || principals.length === 0) return [requester];
  const found = new Map<number, DirectoryUser>();
  for (const principal of principals) {
    const user = typeof principal === 'number' ? users.get(principal) : users.byApiEmail(principal);
    if (!user) throw noSuchUser();
    if (!user.isActive) throw userIsDeactivated();
    found.set(user.id, user);
  }
  return [...found.values()];
}
