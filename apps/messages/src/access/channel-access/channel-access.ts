import { badRequest, invalidChannelId } from '@stoa/errors';
import {
  ChannelMembers,
  DirectoryChannel,
  DirectoryUser,
  DirectoryView,
  RealmGroups,
  RealmUsers,
} from '@stoa/directory';
import { ChannelViewer, canAccessChannelContent, canAccessChannelMetadata } from '@stoa/policy';
import { policyUser } from '../policy-user';

export interface ChannelRequirement {
  /** Channels.md 1.2 and 1.3. */
  access: 'metadata' | 'content';
  /** Archived channels count as missing. */
  isActive: boolean;
}

/** A channel in hand is a channel that its viewer may see. */
export interface AccessedChannel {
  channel: DirectoryChannel;
  members: ChannelMembers;
  user: DirectoryUser;
  users: RealmUsers;
  groups: RealmGroups;
  viewer: ChannelViewer;
}

/**
 * Missing, foreign and inaccessible channels get the same refusal (channels.md 1.6).
 * @throws DomainError `Invalid channel ID`
 */
export async function accessChannel(
  view: DirectoryView,
  userId: number,
  channelId: number,
  requirement: ChannelRequirement,
): Promise<AccessedChannel> {
  const [users, groups, channels] = await Promise.all([view.users(), view.groups(), view.channels()]);
  const user = users.get(userId);
  if (!user || !channels.byId.has(channelId)) throw invalidChannelId();
  const members = await view.members(channelId);
  const { channel } = members;
  const viewer = { user: policyUser(user), isSubscribed: members.isSubscribed(userId), groups: groups.graph };
  if (!isAccessible(channel, viewer, requirement)) throw invalidChannelId();
  return { channel, members, user, users, groups, viewer };
}

/** Likewise by name, in any case. @throws DomainError `Invalid channel name 'NAME'` */
export async function accessChannelByName(
  view: DirectoryView,
  userId: number,
  name: string,
  requirement: ChannelRequirement,
): Promise<DirectoryChannel> {
  const [users, groups, channels] = await Promise.all([view.users(), view.groups(), view.channels()]);
  const user = users.get(userId);
  const found = channels.byName(name.trim());
  if (!user || !found) throw badRequest(`Invalid channel name '${name}'`);
  const { channel, members } = await view.members(found.channelId);
  const viewer = { user: policyUser(user), isSubscribed: members.has(userId), groups: groups.graph };
  if (!isAccessible(channel, viewer, requirement)) throw badRequest(`Invalid channel name '${name}'`);
  return channel;
}

/** Whether a channel is there for its viewer. */
export function isAccessible(
  channel: DirectoryChannel,
  viewer: ChannelViewer,
  { access, isActive }: ChannelRequirement,
): boolean {
  if (isActive && channel.isArchived) return false;
  return access === 'content' ? canAccessChannelContent(channel, viewer) : canAccessChannelMetadata(channel, viewer);
}
