/** Mails with invitations of the last day. */
export interface SentInvitations {
  byOrganization: number;
  byInviter: number;
}

/** Of what an organization may send in a day, somebody who is no administrator has a tenth. */
const INVITER_SHARE = 0.1;

/** Whether so many mails more are too many for a day (organization.md 11). */
export function isAboveDailyLimit(
  sent: SentInvitations,
  more: number,
  { perDay, isAdministrator }: { perDay: number; isAdministrator: boolean },
): boolean {
  if (sent.byOrganization + more > perDay) return true;
  return !isAdministrator && sent.byInviter + more > Math.max(1, Math.floor(perDay * INVITER_SHARE));
}
