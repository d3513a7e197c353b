import { PolicyUser } from './group-membership';
import { Role, isAdministrator, isOwner } from './roles';

/** Why somebody may not invite to a role, or change an invitation; the texts are the caller's. */
export type InvitationRefusal = 'needs-owner' | 'needs-administrator';

const SECONDS_PER_DAY = 86_400;
const NEWCOMER_DAYS = 3;

/** Owners are invited by owners, administrators and moderators by administrators (organization.md 11). */
export function refuseInvitedRole(actor: PolicyUser, invitedAs: number): InvitationRefusal | null {
  if (invitedAs === Role.Owner) return isOwner(actor) ? null : 'needs-owner';
  return invitedAs <= Role.Moderator && !isAdministrator(actor) ? 'needs-administrator' : null;
}

/** Users change their own invitations, owners those that make owners, administrators all others. */
export function refuseInvitationChange(
  actor: PolicyUser,
  invitation: { invitedByUserId: number; invitedAs: number },
): InvitationRefusal | null {
  if (invitation.invitedByUserId === actor.userId) return null;
  if (invitation.invitedAs === Role.Owner && !isOwner(actor)) return 'needs-owner';
  return isAdministrator(actor) ? null : 'needs-administrator';
}

/** Where everybody may join, new accounts do not invite yet: they could be made to send mail. */
export function isTooNewToInvite(
  actor: PolicyUser & { joinedAtSeconds: number },
  isInvitationRequired: boolean,
  nowSeconds: number,
): boolean {
  if (isInvitationRequired || isAdministrator(actor)) return false;
  return nowSeconds - actor.joinedAtSeconds < NEWCOMER_DAYS * SECONDS_PER_DAY;
}
