import { DirectoryChannel, DirectoryUser, RealmGroups, RealmUsers } from '@stoa/directory';
import { GroupGraph, canAccessChannelMetadata } from '@stoa/policy';
import { policyUser } from '../policy-user';

/** Who hears of a channel (channels.md 13.2, 14.1). `subscribers`: user ids of active subscribers. */
export interface ChannelAudienceInput {
  channel: DirectoryChannel;
  users: RealmUsers;
  groups: RealmGroups;
  isSubscribed: (userId: number) => boolean;
}

/** All active users with metadata access; of a web-public channel everybody. */
export function usersWithMetadataAccess(input: ChannelAudienceInput): number[] {
  const found: number[] = [];
  for (const user of input.users.byId.values()) {
    if (!user.isActive) continue;
    const viewer = {
      user: policyUser(user),
      isSubscribed: input.isSubscribed(user.id),
      groups: input.groups.graph,
    };
    if (canAccessChannelMetadata(input.channel, viewer)) found.push(user.id);
  }
  return found;
}

/**
 * Whether a `peer_add` or `peer_remove` of this channel may be merged with others of the same users: its recipients are
 * the same for all such channels (channels.md 13.2, "Batching").
 */
export function peerBatch(channel: DirectoryChannel, hasGuestSubscribers: boolean): 'web-public' | 'public' | null {
  if (channel.isWebPublic) return 'web-public';
  return !channel.inviteOnly && !hasGuestSubscribers ? 'public' : null;
}

/** Could a user see the channel before it was subscribed to it? */
export function couldSeeUnsubscribed(channel: DirectoryChannel, user: DirectoryUser, groups: GroupGraph): boolean {
  const viewer = { user: policyUser(user), isSubscribed: false, groups };
  return canAccessChannelMetadata(channel, viewer);
}
