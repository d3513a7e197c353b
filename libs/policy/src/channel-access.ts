import { GroupGraph, PolicyUser } from './group-membership';
import { isAdministrator, isGuest } from './roles';

/** A channel as permission rules see it: privacy (channels.md 1.1) and the groups that grant access. */
export interface PolicyChannel {
  channelId: number;
  inviteOnly: boolean;
  isWebPublic: boolean;
  historyPublicToSubscribers: boolean;
  isArchived: boolean;
  canAddSubscribersGroup: number;
  canAdministerChannelGroup: number;
  canSubscribeGroup: number;
  canSendMessageGroup: number;
  canRemoveSubscribersGroup: number;
}

export interface ChannelViewer {
  user: PolicyUser;
  isSubscribed: boolean;
  groups: GroupGraph;
}

/** Name, description, settings, existence, subscribers (channels.md 1.2). */
export function canAccessChannelMetadata(
  channel: PolicyChannel,
  { user, isSubscribed, groups }: ChannelViewer,
): boolean {
  if (channel.isWebPublic || isSubscribed) return true;
  if (isGuest(user)) return false;
  if (!channel.inviteOnly || isAdministrator(user)) return true;
  return groups.isMember(channel.canAdministerChannelGroup, user) || isInContentAccessGroup(channel, user, groups);
}

/** Messages and topics; needed to subscribe (channels.md 1.3). */
export function canAccessChannelContent(
  channel: PolicyChannel,
  { user, isSubscribed, groups }: ChannelViewer,
): boolean {
  if (channel.isWebPublic || isSubscribed) return true;
  if (isGuest(user)) return false;
  return !channel.inviteOnly || isInContentAccessGroup(channel, user, groups);
}

/** Content access without subscription or publicity; guests never have it (channels.md 2.1). */
function isInContentAccessGroup(channel: PolicyChannel, user: PolicyUser, groups: GroupGraph): boolean {
  if (isGuest(user)) return false;
  return groups.isMember(channel.canAddSubscribersGroup, user) || groups.isMember(channel.canSubscribeGroup, user);
}

/** What people without an account may read: web-public channels, where the organization lets them in (channels.md 1.1). */
export function canSpectateChannel(
  channel: Pick<PolicyChannel, 'isWebPublic' | 'isArchived'>,
  isSpectatorAccessEnabled: boolean,
): boolean {
  return isSpectatorAccessEnabled && channel.isWebPublic && !channel.isArchived;
}

/** Whether history from before a subscription can be read by everybody who may read the channel (channels.md 1.4). */
export function hasSharedHistory(channel: PolicyChannel): boolean {
  return channel.isWebPublic || channel.historyPublicToSubscribers;
}

/** Who may see a channel's subscribers (channels.md 5.4). */
export function canSeeSubscribers(channel: PolicyChannel, viewer: ChannelViewer): boolean {
  if (channel.isWebPublic) return true;
  if (isGuest(viewer.user)) return viewer.isSubscribed;
  return canAccessChannelMetadata(channel, viewer);
}

/** May change a channel's settings and archive it (channels.md 2.1); guests never may. */
export function canAdministerChannel(
  channel: Pick<PolicyChannel, 'canAdministerChannelGroup'>,
  { user, groups }: Pick<ChannelViewer, 'user' | 'groups'>,
): boolean {
  if (isGuest(user)) return false;
  return isAdministrator(user) || groups.isMember(channel.canAdministerChannelGroup, user);
}

/** May unsubscribe other users from this channel (channels.md 7.2). */
export function canUnsubscribeOthers(channel: PolicyChannel, viewer: ChannelViewer): boolean {
  const { user, groups } = viewer;
  if (canAdministerChannel(channel, viewer)) return true;
  if (isGuest(user)) return false;
  return canAccessChannelMetadata(channel, viewer) && groups.isMember(channel.canRemoveSubscribersGroup, user);
}

/** May subscribe other users to an existing channel whose content the user can access (channels.md 7.1 step 4). */
export function canSubscribeOthers(
  channel: PolicyChannel,
  viewer: ChannelViewer,
  realmAddSubscribersGroup: number,
): boolean {
  const { user, groups } = viewer;
  if (isGuest(user)) return false;
  return (
    isAdministrator(user) ||
    groups.isMember(realmAddSubscribersGroup, user) ||
    groups.isMember(channel.canAdministerChannelGroup, user) ||
    groups.isMember(channel.canAddSubscribersGroup, user)
  );
}

export interface ChannelSender extends ChannelViewer {
  /** The sender's owner, if the sender is a bot with one: bots may post where their owner may (messages.md 3). */
  botOwner?: { user: PolicyUser; isSubscribed: boolean };
  canForgeSender: boolean;
}

export type PostDecision = 'allowed' | 'not-in-group' | 'no-access';

/** Checks 2 and 3 of sending to a channel, in order (messages.md 3). System bots are exempt and never get here. */
export function decidePost(channel: PolicyChannel, sender: ChannelSender): PostDecision {
  const { user, groups, botOwner } = sender;
  const inGroup =
    groups.isMember(channel.canSendMessageGroup, user) ||
    (botOwner !== undefined && groups.isMember(channel.canSendMessageGroup, botOwner.user));
  if (!inGroup) return 'not-in-group';
  if (channel.isArchived) return 'no-access';
  if (channel.isWebPublic || (!channel.inviteOnly && !isGuest(user))) return 'allowed';
  if (sender.isSubscribed || sender.canForgeSender || botOwner?.isSubscribed) return 'allowed';
  if (hasSharedHistory(channel) && isInContentAccessGroup(channel, user, groups)) return 'allowed';
  return 'no-access';
}
