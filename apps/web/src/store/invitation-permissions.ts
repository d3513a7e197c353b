import { REALM_PERMISSION_SETTINGS, Role, isAdministrator, refuseInvitedRole } from '@stoa/policy';
import { isIn } from './groups';
import { policyUserOf } from './standing';
import type { State } from './state';
import type { RoleCode } from './user-administration';
import { userOf } from './users';

type InvitingState = Pick<State, 'users' | 'userId' | 'groups' | 'organization'>;

/** What the user may do to bring somebody in (organization.md 11). */
export interface InvitationRights {
  readonly byMail: boolean;
  readonly byLink: boolean;
  /** Roles that the invited may get. */
  readonly roles: readonly RoleCode[];
  /** Other channels than the default ones may be chosen. */
  readonly choosesChannels: boolean;
  /** The welcome bot may say something else to them. */
  readonly choosesWelcome: boolean;
}

type Setting = 'can_invite_users_group' | 'create_multiuse_invite_group' | 'can_add_subscribers_group';

/** Asked with every change of the state, so it goes by the members that `isIn` knows already. */
function has(state: InvitingState, name: Setting): boolean {
  const isGuest = userOf(state, state.userId).is_guest;
  if (isGuest && !REALM_PERMISSION_SETTINGS[name].allowsEveryone) return false;
  return isIn(state, state.organization[`realm_${name}`], state.userId);
}

export function mayInvite(state: InvitingState): boolean {
  return has(state, 'can_invite_users_group') || has(state, 'create_multiuse_invite_group');
}

export function invitationRights(state: InvitingState): InvitationRights {
  const user = policyUserOf(state, state.userId);
  return {
    byMail: has(state, 'can_invite_users_group'),
    byLink: has(state, 'create_multiuse_invite_group'),
    roles: Object.values(Role).filter((role) => refuseInvitedRole(user, role) === null),
    choosesChannels: has(state, 'can_add_subscribers_group'),
    choosesWelcome: isAdministrator(user),
  };
}
