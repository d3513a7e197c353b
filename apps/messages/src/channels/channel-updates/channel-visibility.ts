import { RealmGroups, RealmUsers, directoryChannel } from '@stoa/directory';
import { usersWithMetadataAccess } from '../../access/channel-access/channel-audiences';
import { ChannelRow } from '../channels/channels.repository';

/** A channel and the groups that its settings name, at one moment of a change. */
export interface ChannelMoment {
  row: ChannelRow;
  groups: RealmGroups;
}

export interface VisibilityChange {
  /** Could not see the channel and now can. */
  gained: number[];
  lost: number[];
  kept: number[];
}

/** Active users who can see the channel (channels.md 1.2). */
export function viewersOf(
  { row, groups }: ChannelMoment,
  users: RealmUsers,
  members: ReadonlyMap<number, boolean>,
): number[] {
  return usersWithMetadataAccess({
    channel: directoryChannel(row),
    users,
    groups,
    isSubscribed: (userId) => members.has(userId),
  });
}

/** Whom a change of privacy or of groups lets see the channel, and whom it hides it from (channels.md 14.3). */
export function visibilityChange(before: readonly number[], after: readonly number[]): VisibilityChange {
  const earlier = new Set(before);
  const later = new Set(after);
  return {
    gained: after.filter((userId) => !earlier.has(userId)),
    lost: before.filter((userId) => !later.has(userId)),
    kept: after.filter((userId) => earlier.has(userId)),
  };
}
