import { CapabilityCondition, ChangeEvent, eventOf } from '@stoa/contracts/events';
import type { DirectoryChannel, DirectoryUser, RealmGroups, RealmUsers } from '@stoa/directory';
import { GroupGraph, canAccessChannelMetadata } from '@stoa/policy';
import { policyUser } from './user-rules';

export interface PeerFacts {
  users: RealmUsers;
  groups: RealmGroups;
}

/** A channel whose subscribers changed. */
export interface PeerChannel {
  channel: DirectoryChannel;
  /** Who was subscribed or unsubscribed in effect. */
  userIds: readonly number[];
  /** Subscribers after the change: all of a private channel, guests of any other. */
  subscribers: ReadonlySet<number>;
}

/**
 * `subscription` peer_add and peer_remove of several channels, merged where the recipients agree (channels.md 13.2): to
 * active users with metadata access but those who were altered.
 */
export function peerChanges(
  op: 'peer_add' | 'peer_remove',
  { users, groups }: PeerFacts,
  changes: readonly PeerChannel[],
): ChangeEvent[] {
  const batches = new Map<string, { channelIds: number[]; userIds: readonly number[]; to: number[] }>();
  for (const { channel, userIds, subscribers } of changes) {
    const key = `${batchOf(channel, subscribers)}: ${userIds.join()}`;
    const known = batches.get(key);
    if (known) {
      known.channelIds.push(channel.channelId);
      continue;
    }
    const altered = new Set(userIds);
    const to = [...users.byId.values()]
      .filter((user) => user.isActive && !altered.has(user.id))
      .filter((user) => seesChannel(channel, user, subscribers.has(user.id), groups.graph))
      .map(({ id }) => id);
    batches.set(key, { channelIds: [channel.channelId], userIds, to });
  }
  return [...batches.values()]
    .filter(({ to }) => to.length > 0)
    .map(({ channelIds, userIds, to }) =>
      eventOf('subscription', op, { stream_ids: channelIds, user_ids: [...userIds] }, to),
    );
}

/** Channels of one batch have the same recipients. */
function batchOf(channel: DirectoryChannel, subscribers: ReadonlySet<number>): string {
  if (channel.isWebPublic) return 'web-public';
  return !channel.inviteOnly && subscribers.size === 0 ? 'public' : `channel ${channel.channelId}`;
}

export function seesChannel(
  channel: DirectoryChannel,
  user: DirectoryUser,
  isSubscribed: boolean,
  groups: GroupGraph,
): boolean {
  return canAccessChannelMetadata(channel, { user: policyUser(user), isSubscribed, groups });
}

/** The channels that one user's change of role or groups opens to it, and those that it closes (channels.md 14.3). */
export interface VisibilityChange {
  gained: DirectoryChannel[];
  lost: DirectoryChannel[];
}

/** How a user is seen by the rules: its role, and the groups of that moment. */
export interface ViewerState {
  user: DirectoryUser;
  groups: GroupGraph;
}

export function visibilityChange(
  channels: Iterable<DirectoryChannel>,
  subscribedIds: ReadonlySet<number>,
  before: ViewerState,
  after: ViewerState,
): VisibilityChange {
  const change: VisibilityChange = { gained: [], lost: [] };
  for (const channel of channels) {
    const isSubscribed = subscribedIds.has(channel.channelId);
    const did = seesChannel(channel, before.user, isSubscribed, before.groups);
    const does = seesChannel(channel, after.user, isSubscribed, after.groups);
    if (does && !did) change.gained.push(channel);
    if (did && !does) change.lost.push(channel);
  }
  return change;
}

/** `stream` delete of channels that a user does not see any more; archived ones only where clients know of them. */
export function channelsClosed(channels: readonly DirectoryChannel[], userId: number): ChangeEvent[] {
  return byArchival(channels).flatMap(({ part, isArchived }) => {
    const ids = part.map(({ channelId }) => channelId);
    const streams = ids.map((channelId) => ({ stream_id: channelId }));
    return [eventOf('stream', 'delete', { streams, stream_ids: ids }, [userId], onlyArchived(isArchived))];
  });
}

/** Queues whose client does not know archived channels hear nothing of them (realtime.md 1.3). */
export function onlyArchived(isArchived: boolean): { when?: CapabilityCondition } {
  return isArchived ? { when: { capability: 'archived_channels', is: true } } : {};
}

export function byArchival<C extends { isArchived: boolean }>(
  channels: readonly C[],
): { part: C[]; isArchived: boolean }[] {
  return [false, true]
    .map((isArchived) => ({ isArchived, part: channels.filter((channel) => channel.isArchived === isArchived) }))
    .filter(({ part }) => part.length > 0);
}
