import { ChangeEvent, eventOf } from '@stoa/contracts/events';
import { RealmUsers } from '@stoa/directory';
import { isGuest } from '@stoa/policy';
import { DefaultGroup } from './default-channels.repository';

/** The complete list, to active non-guests (channels.md 13.3). */
export function defaultChannelsEvent(users: RealmUsers, channelIds: readonly number[]): ChangeEvent {
  return eventOf('default_streams', { default_streams: channelIds }, nonGuests(users));
}

export function defaultGroupsEvent(users: RealmUsers, groups: readonly DefaultGroup[]): ChangeEvent {
  return eventOf('default_stream_groups', { default_stream_groups: groups }, nonGuests(users));
}

function* nonGuests(users: RealmUsers): Generator<number> {
  for (const user of users.byId.values()) if (user.isActive && !isGuest(user)) yield user.id;
}
