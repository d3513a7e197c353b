import { Audience, encodeAudience } from '@stoa/contracts/changes';
import { ChangeEvent, eventOf } from '@stoa/contracts/events';
import { isGuest } from '@stoa/policy';
import { placeholderAdded } from '../../shared/user-set/person-change';
import { UserRow, personAdded } from '@stoa/wire-objects';

/** An active account, as far as audiences care. */
export interface AudienceMember {
  id: number;
  role: number;
}

export interface NewAccountChange {
  realmId: number;
  realmHost: string;
  user: UserRow;
  /** Active accounts of the organization besides the new one. */
  recipients: readonly AudienceMember[];
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
  const guests = recipients.filter(isGuest).map(({ id }) => id);
  const announced = isAccessLimited ? recipients.filter((user) => !isGuest(user)) : recipients;
  const events = personAdded(change.realmId, change.user, announced);
  if (isAccessLimited) events.push(...placeholderAdded(change.user.id, change.realmHost, guests));
  for (const { groupId, userIds } of change.groups) {
    events.push(eventOf('user_group', 'add_members', { group_id: groupId, user_ids: [...userIds] }, everybody));
  }
  if (isAccessLimited) {
    const fellows = new Set(channels.flatMap(({ guestIds }) => guestIds));
    events.push(
      ...personAdded(
        change.realmId,
        change.user,
        recipients.filter(({ id }) => fellows.has(id)),
      ),
    );
  }
  return [...events, ...peerEvents(change, guests, everybody)];
}

/**
 * Recipients and batching of channels.md 13.2: web-public channels go to everybody, public ones to non-guests and
 * subscribed guests; channels with the same recipients share an event.
 */
function peerEvents(change: NewAccountChange, guests: readonly number[], everybody: Audience): ChangeEvent[] {
  const { channels, recipients, user } = change;
  const peerAdd = (streamIds: number[], to: Audience): ChangeEvent =>
    eventOf('subscription', 'peer_add', { stream_ids: streamIds, user_ids: [user.id] }, to);
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
  const members = recipients.filter((user) => !isGuest(user)).map(({ id }) => id);
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
