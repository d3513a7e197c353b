import {
  Role,
  type AdministeredUser,
  administersUser,
  isAdministrator,
  isOwner,
  mayChangeEmails,
  refuseRole,
} from '@stoa/policy';
import { policyUserOf } from './standing';
import type { State, User } from './state';

/** A number of the API for a role. */
export type RoleCode = (typeof Role)[keyof typeof Role];

type People = Pick<State, 'users' | 'userId'>;

/** The account as the rules of administration see it. Which bots may create accounts only the service knows. */
function administered(state: People, user: User): AdministeredUser {
  return {
    ...policyUserOf(state, user.user_id),
    botOwnerId: user.bot_owner_id ?? null,
    canCreateUsers: false,
  };
}

/** Whether the user may change somebody else's name and role, or end the account (users.md 2). */
export function mayManage(state: People, userId: number): boolean {
  const user = state.users.get(userId);
  if (!user || user.isUnknown || user.is_system_bot || userId === state.userId) return false;
  return administersUser(policyUserOf(state, state.userId), administered(state, user));
}

/** Nobody else could do what only owners may. */
function isOnlyOwner({ users }: Pick<State, 'users'>, user: User): boolean {
  if (!isOwner(user) || user.is_bot || !user.is_active) return false;
  return ![...users.values()].some(
    (other) => other.user_id !== user.user_id && other.is_active && !other.is_bot && isOwner(other),
  );
}

/** The user is the last owner, who has to make somebody else one before leaving. */
export function isLastOwner(state: People): boolean {
  const own = state.users.get(state.userId);
  return own !== undefined && isOnlyOwner(state, own);
}

/** Roles that the user may give somebody; the present one is among them. */
export function rolesFor(state: People, user: User): readonly RoleCode[] {
  const actor = policyUserOf(state, state.userId);
  const target = administered(state, user);
  return Object.values(Role).filter(
    (role) => role === user.role || refuseRole(actor, target, role, isOnlyOwner(state, user)) === null,
  );
}

/** Whether the user may give somebody another address. Who hides the present one from the user keeps it. */
export function mayChangeEmail(state: People & Pick<State, 'own'>, user: User): boolean {
  if (user.is_bot || !user.delivery_email || !mayManage(state, user.user_id)) return false;
  return mayChangeEmails(policyUserOf(state, state.userId), state.own.mayChangeEmails);
}

/** Whether the user may end somebody's account: an owner's only owners may, and never the last one's. */
export function mayDeactivate(state: People, user: User): boolean {
  if (!user.is_active || !mayManage(state, user.user_id)) return false;
  const actor = policyUserOf(state, state.userId);
  if (user.is_bot) return true;
  return isAdministrator(actor) && (!isOwner(user) || (isOwner(actor) && !isOnlyOwner(state, user)));
}
