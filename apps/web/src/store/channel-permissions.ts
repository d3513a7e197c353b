import {
  canMoveBetweenTopics,
  canMoveOutOfChannel,
  canResolveTopics,
  canAccessChannelContent,
  canAdministerChannel,
  canSeeSubscribers,
  canSubscribeOthers,
  canUnsubscribeOthers,
  isAdministrator,
  isGuest,
} from '@stoa/policy';
import { isIn } from './groups';
import { type Standing, policyUserOf, standingOf } from './standing';
import type { Channel, State } from './state';

type PermissionState = Pick<State, 'users' | 'groups' | 'organization' | 'userId'>;

/** What the user may do with a channel (channels.md 1.7, 2). */
export interface ChannelPermissions {
  /** Read its messages: without that, one cannot subscribe. */
  readonly canRead: boolean;
  readonly canSubscribe: boolean;
  /** Change its settings, archive it. */
  readonly canAdminister: boolean;
  /** Change who can see it: privacy, and who may subscribe or add others. */
  readonly canChangeAccess: boolean;
  readonly canAddSubscribers: boolean;
  readonly canRemoveSubscribers: boolean;
  readonly canSeeSubscribers: boolean;
  readonly canSetTopicsPolicy: boolean;
  readonly canSetDeletion: boolean;
  /** Make it a channel of new accounts. */
  readonly canMakeDefault: boolean;
  readonly canDeleteTopics: boolean;
  readonly canMuteTopics: boolean;
}

const NONE: ChannelPermissions = {
  canRead: false,
  canSubscribe: false,
  canAdminister: false,
  canChangeAccess: false,
  canAddSubscribers: false,
  canRemoveSubscribers: false,
  canSeeSubscribers: false,
  canSetTopicsPolicy: false,
  canSetDeletion: false,
  canMakeDefault: false,
  canDeleteTopics: false,
  canMuteTopics: false,
};

/** Whether the user has one of the organization's permissions that guests never have. */
function hasForMembers(
  state: PermissionState,
  setting:
    | 'realm_can_add_subscribers_group'
    | 'realm_can_create_private_channel_group'
    | 'realm_can_create_public_channel_group'
    | 'realm_can_create_web_public_channel_group'
    | 'realm_can_set_delete_message_policy_group',
): boolean {
  return !isGuest(policyUserOf(state, state.userId)) && isIn(state, state.organization[setting], state.userId);
}

export function channelPermissions(state: PermissionState, channel: Channel): ChannelPermissions {
  const standing = standingOf(state, channel);
  return standing.channel ? permissionsIn(state, standing, standing.channel) : NONE;
}

/** Whether the user may subscribe to a channel: the same as `canSubscribe`, quick enough for every row of a list. */
export function canSubscribeTo(state: PermissionState, channel: Channel): boolean {
  if (channel.is_archived || isGuest(policyUserOf(state, state.userId))) return false;
  if (!channel.invite_only) return true;
  const { can_subscribe_group, can_add_subscribers_group } = channel;
  return (
    channel.isSubscribed ||
    isIn(state, can_subscribe_group, state.userId) ||
    isIn(state, can_add_subscribers_group, state.userId)
  );
}

/** Channels that the user may bring somebody into, or join. */
export function channelsToAddTo(state: PermissionState & Pick<State, 'channels'>, userId: number): Channel[] {
  const isSelf = userId === state.userId;
  return [...state.channels.values()].filter((channel) =>
    isSelf ? canSubscribeTo(state, channel) : channelPermissions(state, channel).canAddSubscribers,
  );
}

function permissionsIn(
  state: PermissionState,
  standing: Standing,
  channel: NonNullable<Standing['channel']>,
): ChannelPermissions {
  const { user } = standing;
  const isOpen = !channel.isArchived;
  const canRead = canAccessChannelContent(channel, standing);
  const canAdminister = canAdministerChannel(channel, standing);
  const addsAnywhere = hasForMembers(state, 'realm_can_add_subscribers_group');
  const addsHere = canSubscribeOthers(channel, standing, channel.canAddSubscribersGroup);
  const setsTopics = isIn(state, state.organization.realm_can_set_topics_policy_group, state.userId);
  return {
    canRead,
    canSubscribe: isOpen && canRead && !isGuest(user),
    canAdminister,
    canChangeAccess: canAdminister && canRead,
    canAddSubscribers: isOpen && canRead && (addsAnywhere || addsHere),
    canRemoveSubscribers: canUnsubscribeOthers(channel, standing),
    canSeeSubscribers: canSeeSubscribers(channel, standing),
    canSetTopicsPolicy: canAdminister && (isAdministrator(user) || setsTopics),
    canSetDeletion: isAdministrator(user) || hasForMembers(state, 'realm_can_set_delete_message_policy_group'),
    canMakeDefault: isAdministrator(user) && canRead,
    canDeleteTopics: isOpen && canRead && isAdministrator(user),
    canMuteTopics: isOpen && canRead,
  };
}

/** What the user may do with a topic as a whole; limits of time are the service's. */
export function topicPermissions(state: PermissionState, channel: Channel, topic: string) {
  const standing = standingOf(state, channel);
  const { channel: rules } = standing;
  const isOpen = !channel.is_archived && rules !== undefined && canAccessChannelContent(rules, standing);
  return {
    canRename: isOpen && channel.topics_policy !== 'empty_topic_only' && canMoveBetweenTopics(rules, standing),
    canMoveOut: isOpen && canMoveOutOfChannel(rules, standing),
    canResolve: isOpen && topic !== '' && canResolveTopics(rules, standing),
  };
}

/** Who can see a channel, and what was written before they came (channels.md 1.1). */
export type Privacy = 'web-public' | 'public' | 'private-shared' | 'private-protected';

type PrivacyFields = Pick<Channel, 'invite_only' | 'is_web_public' | 'history_public_to_subscribers'>;

export function privacyOf({ invite_only, is_web_public, history_public_to_subscribers }: PrivacyFields): Privacy {
  if (is_web_public) return 'web-public';
  if (!invite_only) return 'public';
  return history_public_to_subscribers ? 'private-shared' : 'private-protected';
}

export function privacyFields(privacy: Privacy): PrivacyFields {
  return {
    invite_only: privacy === 'private-shared' || privacy === 'private-protected',
    is_web_public: privacy === 'web-public',
    history_public_to_subscribers: privacy !== 'private-protected',
  };
}

/** From open to closed. */
const PRIVACIES: readonly Privacy[] = ['web-public', 'public', 'private-shared', 'private-protected'];

/** Kinds of channels that the user may make. */
export function privaciesToMake(state: PermissionState): readonly Privacy[] {
  const { realm_enable_spectator_access, server_web_public_streams_enabled } = state.organization;
  const isWebOpen = realm_enable_spectator_access && server_web_public_streams_enabled;
  return PRIVACIES.filter((privacy) => {
    if (privacy === 'web-public') return isWebOpen && hasForMembers(state, 'realm_can_create_web_public_channel_group');
    if (privacy === 'public') return hasForMembers(state, 'realm_can_create_public_channel_group');
    return hasForMembers(state, 'realm_can_create_private_channel_group');
  });
}

/** Whether fewer people can read with the second than with the first. */
export function isNarrower(from: Privacy, to: Privacy): boolean {
  return PRIVACIES.indexOf(to) > PRIVACIES.indexOf(from);
}
