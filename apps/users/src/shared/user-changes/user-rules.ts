import { DomainError, insufficientPermission, noSuchUser, userIsDeactivated } from '@stoa/errors';
import type { ChangeFacts, DirectoryUser, RealmUsers } from '@stoa/directory';
import {
  AdministeredUser,
  administersUser,
  isForOwnersOnly,
  isOwner,
  refusalOf,
  refuseSignInReset,
} from '@stoa/policy';
import type { RoleGuard } from '@stoa/policy';

/** Ids of accounts are 4-byte integers: there is no lock for a larger one. */
export const LARGEST_ACCOUNT_ID = 2 ** 31 - 1;

/** Which targets an endpoint accepts. */
export interface TargetRules {
  allowsDeactivated: boolean;
  allowsBots: boolean;
}

/**
 * An account that the requester may administer (users.md 0, 2).
 * @throws DomainError `No such user`, `User is deactivated`, `Insufficient permission`
 */
export function accessForAdministration(facts: ChangeFacts, userId: number, rules: TargetRules): DirectoryUser {
  const target = facts.users.get(userId);
  if (!target || (target.isBot && !rules.allowsBots)) throw noSuchUser();
  if (!target.isActive && !rules.allowsDeactivated) throw userIsDeactivated();
  if (!administersUser(policyUser(facts.requester), policyUser(target))) throw insufficientPermission();
  return target;
}

export function policyUser(user: DirectoryUser): AdministeredUser {
  const { id, role, isBot, botOwnerId, canCreateUsers } = user;
  return { userId: id, role, isBot, botOwnerId, canCreateUsers };
}

/** Whether a user is the only active human owner. */
export function isLastOwner(users: RealmUsers, user: DirectoryUser): boolean {
  if (!isOwner(user) || user.isBot || !user.isActive) return false;
  for (const other of users.byId.values()) {
    if (other.id !== user.id && isOwner(other) && !other.isBot && other.isActive) return false;
  }
  return true;
}

/** @throws DomainError as the guard of an endpoint does */
export function requireRole(role: RoleGuard, user: DirectoryUser): void {
  const refusal = refusalOf(role, user);
  if (refusal) throw new DomainError(refusal.code, refusal.msg);
}

/** @throws DomainError `Must be an organization owner` for accounts that only owners may act on (users.md 2) */
export function requireRightOver(target: DirectoryUser, requester: DirectoryUser): void {
  if (isForOwnersOnly(policyUser(target))) requireRole('owner', requester);
}

/** @throws DomainError unless the requester may sign somebody out, or remove his second factors (identity.md 1.4) */
export function requireSignInReset(facts: ChangeFacts, userId: number): void {
  const target = accessForAdministration(facts, userId, { allowsDeactivated: true, allowsBots: false });
  const refusal = refuseSignInReset(facts.requester, target);
  if (refusal !== null) requireRole(refusal === 'needs-owner' ? 'owner' : 'administrator', facts.requester);
}

export function activeUserIds(users: RealmUsers): number[] {
  return [...users.byId.values()].filter((user) => user.isActive).map(({ id }) => id);
}
