import { Audience, ChangeEvent, UserView, changeEvent, encodeAudience } from '@stoa/contracts';
import { canSeeEmail, dummyEmail } from '@stoa/policy';
import { UserRow, placeholderText, userText } from '../user-set/user-row';

const GUEST = 600;

/** An active account, as far as audiences care. */
export interface Recipient {
  id: number;
  role: number;
}

export interface NewAccountChange {
  realmId: number;
  realmHost: string;
  user: UserRow;
  /** Active accounts of the organization besides the new one. */
  recipients: readonly Recipient[];
  /** Guests see only users that they share something with (users.md 3). */
  isAccessLimited: boolean;
  groups: readonly { groupId: number; userIds: readonly number[] }[];
  channels: readonly SubscribedChannel[];
}

/** A default channel that the new account was subscribed to. */
export interface SubscribedChannel {
  id: number;
  isWebPublic: boolean;
  /** Active guests among its subscribers. */
  guestIds: readonly number[];
}

/**
 * The events of a new account, in order (organization.md 4.9, users.md 19): `realm_user` add as each kind of viewer sees it,
 * `user_group` add_members, the account for limited guests who share a default channel, `subscription` peer_add.
 */
export function newAccountEvents(change: NewAccountChange): ChangeEvent[] {
  const { recipients, isAccessLimited, channels } = change;
  const everybody = encodeAudience(recipients.map(({ id }) => id));
  const guests = recipients.filter(({ role }) => role === GUEST).map(({ id }) => id);
  const announced = isAccessLimited ? recipients.filter(({ role }) => role !== GUEST) : recipients;
  const events = announcement(change, announced);
  if (isAccessLimited && guests.length > 0) events.push(placeholderEvent(change, guests));
  for (const { groupId, userIds } of change.groups) {
    const event = { type: 'user_group', op: 'add_members', group_id: groupId, user_ids: [...userIds] };
    events.push(changeEvent(event, everybody));
  }
  if (isAccessLimited) {
    const fellows = new Set(channels.flatMap(({ guestIds }) => guestIds));
    events.push(
      ...announcement(
        change,
        recipients.filter(({ id }) => fellows.has(id)),
      ),
    );
  }
  return [...events, ...peerEvents(change, guests, everybody)];
}

/** One event for those who may see the real address, one for those who may not. */
function announcement(change: NewAccountChange, to: readonly Recipient[]): ChangeEvent[] {
  const { user } = change;
  return [true, false].flatMap((seesAddress) => {
    const ids = to.filter(({ role }) => canSeeEmail(user.emailVisibility, role) === seesAddress).map(({ id }) => id);
    const person = personOf(change, seesAddress);
    return ids.length > 0 ? [changeEvent({ type: 'realm_user', op: 'add', person }, ids)] : [];
  });
}

/** `avatar_url` is always filled in events, whatever a client can compute (users.md 19). */
function personOf({ user, realmId }: NewAccountChange, seesAddress: boolean): Record<string, unknown> {
  const view: UserView = {
    realmId,
    shape: 'listed',
    viewerRole: GUEST,
    clientGravatar: false,
    includeProfileData: true,
  };
  const person: Record<string, unknown> = JSON.parse(userText(user, view));
  return { ...person, delivery_email: seesAddress ? user.deliveryEmail : null };
}

/** Limited guests only learn that there is somebody, and only where their client needs to (users.md 3). */
function placeholderEvent({ user, realmHost }: NewAccountChange, guests: readonly number[]): ChangeEvent {
  const person: unknown = JSON.parse(placeholderText(user.id, dummyEmail(user.id, realmHost), 'listed'));
  return changeEvent({ type: 'realm_user', op: 'add', person }, guests, {
    when: { capability: 'user_list_incomplete', is: false },
  });
}

/**
 * Recipients and batching of channels.md 13.2: web-public channels go to everybody, public ones to non-guests and
 * subscribed guests; channels with the same recipients share an event.
 */
function peerEvents(change: NewAccountChange, guests: readonly number[], everybody: Audience): ChangeEvent[] {
  const { channels, recipients, user } = change;
  const peerAdd = (streamIds: number[], to: Audience): ChangeEvent =>
    changeEvent({ type: 'subscription', op: 'peer_add', stream_ids: streamIds, user_ids: [user.id] }, to);
  const events: ChangeEvent[] = [];
  const open = channels.filter((channel) => channel.isWebPublic || guests.length === 0);
  const closed = channels.filter((channel) => !channel.isWebPublic && guests.length > 0);
  if (open.length > 0)
    events.push(
      peerAdd(
        open.map(({ id }) => id),
        everybody,
      ),
    );
  const members = recipients.filter(({ role }) => role !== GUEST).map(({ id }) => id);
  const unmixed = closed.filter(({ guestIds }) => guestIds.length === 0);
  if (unmixed.length > 0)
    events.push(
      peerAdd(
        unmixed.map(({ id }) => id),
        encodeAudience(members),
      ),
    );
  for (const { id, guestIds } of closed.filter((channel) => channel.guestIds.length > 0)) {
    events.push(peerAdd([id], encodeAudience([...members, ...guestIds])));
  }
  return events;
}
