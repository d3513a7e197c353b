import { Audience } from '@stoa/contracts/changes';
import { ChangeEvent, ChangedPerson, FieldsOf, eventOf } from '@stoa/contracts/events';
import type { DirectoryUser } from '@stoa/directory';
import { EmailVisibility, avatarUrl, canSeeEmail, dummyEmail } from '@stoa/policy';
import { placeholderText } from '@stoa/wire-objects';

/** `realm_user` update with one form of `person` (users.md 19). */
export function personChange(person: ChangedPerson, to: Audience | Iterable<number>): ChangeEvent {
  return eventOf('realm_user', 'update', { person }, to);
}

/** What of an account the events about its addresses are made of. */
export interface AddressedUser {
  id: number;
  email: string;
  deliveryEmail: string;
  emailAddressVisibility: number;
  avatarSource: string;
  avatarVersion: number;
  avatarKey: string | null;
}

/**
 * The events of a new address or a new visibility of it (users.md 8): `delivery_email` to users who gain, lose or keep
 * sight of it, then the API email and a generated avatar where they changed.
 * @param accessors active users who can access the user, the user included
 */
export function addressChanges(
  realmId: number,
  before: AddressedUser,
  after: AddressedUser,
  accessors: readonly DirectoryUser[],
): ChangeEvent[] {
  const events: ChangeEvent[] = [];
  const sees = (user: AddressedUser, viewer: DirectoryUser): boolean =>
    viewer.id === user.id || canSeeEmail(user.emailAddressVisibility, viewer.role);
  const isNewAddress = before.deliveryEmail !== after.deliveryEmail;
  const told = accessors.filter((viewer) => sees(after, viewer) && (isNewAddress || !sees(before, viewer)));
  const lost = accessors.filter((viewer) => sees(before, viewer) && !sees(after, viewer));
  if (told.length > 0) events.push(personChange({ user_id: after.id, delivery_email: after.deliveryEmail }, ids(told)));
  if (lost.length > 0) events.push(personChange({ user_id: after.id, delivery_email: null }, ids(lost)));
  if (before.email !== after.email) {
    events.push(personChange({ user_id: after.id, new_email: after.email }, ids(accessors)));
  }
  const becamePublic = [before, after].some((user) => user.emailAddressVisibility === EmailVisibility.Everyone);
  const changesVisibility = before.emailAddressVisibility !== after.emailAddressVisibility;
  if (after.avatarSource === 'G' && (isNewAddress || (changesVisibility && becamePublic))) {
    events.push(avatarChange(realmId, after, ids(accessors)));
  }
  return events;
}

/** The avatar form: URLs are always filled, even if a client can compute them. */
export function avatarChange(realmId: number, user: AddressedUser, to: Iterable<number>): ChangeEvent {
  const owner = { realmId, ...user };
  return personChange(
    {
      user_id: user.id,
      avatar_url: avatarUrl(owner),
      avatar_url_medium: avatarUrl(owner, 'medium'),
      avatar_source: user.avatarSource === 'U' || user.avatarSource === 'J' ? user.avatarSource : 'G',
      avatar_version: user.avatarVersion,
    },
    to,
  );
}

/** Limited guests only learn that there is somebody, and only where their client needs to (users.md 3). */
export function placeholderAdded(userId: number, realmHost: string, guestIds: readonly number[]): ChangeEvent[] {
  if (guestIds.length === 0) return [];
  const person: FieldsOf<'realm_user', 'add'>['person'] = JSON.parse(
    placeholderText(userId, dummyEmail(userId, realmHost), 'listed'),
  );
  const when = { capability: 'user_list_incomplete', is: false } as const;
  return [eventOf('realm_user', 'add', { person }, guestIds, { when })];
}

function ids(users: readonly { id: number }[]): number[] {
  return users.map(({ id }) => id);
}
