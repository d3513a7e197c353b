import { ChangeEvent, FieldsOf, eventOf } from '@stoa/contracts/events';
import { UserView } from '@stoa/fragments';
import { Role, canSeeEmail } from '@stoa/policy';
import { UserRow, userText } from './user-text';

/** `realm_user` add: one event for viewers who may see the real address, one for those who may not (users.md 19). */
export function personAdded(
  realmId: number,
  user: UserRow,
  to: readonly { id: number; role: number }[],
): ChangeEvent[] {
  const view: UserView = {
    realmId,
    shape: 'listed',
    viewerRole: Role.Guest,
    clientGravatar: false,
    includeProfileData: true,
  };
  const person: FieldsOf<'realm_user', 'add'>['person'] = JSON.parse(userText(user, view));
  return [true, false].flatMap((seesAddress) => {
    const viewers = to.filter(({ role }) => canSeeEmail(user.emailVisibility, role) === seesAddress);
    if (viewers.length === 0) return [];
    const seen = { ...person, delivery_email: seesAddress ? user.deliveryEmail : null };
    return [eventOf('realm_user', 'add', { person: seen }, ids(viewers))];
  });
}

/** `realm_user` remove: these guests can no longer access the user. */
export function personRemoved(userId: number, guestIds: readonly number[]): ChangeEvent[] {
  if (guestIds.length === 0) return [];
  return [eventOf('realm_user', 'remove', { person: { user_id: userId, full_name: 'Unknown user' } }, guestIds)];
}

function ids(users: readonly { id: number }[]): number[] {
  return users.map(({ id }) => id);
}
