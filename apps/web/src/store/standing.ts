import {
  GroupGraph,
  type ModerationSettings,
  type PolicyGroup,
  type PolicyModeratedChannel,
  type PolicyUser,
} from '@stoa/policy';
import type { GroupSettingValue } from '@stoa/contracts/users';
import type { Channel, State } from './state';
import { userOf } from './users';

type StandingState = Pick<State, 'users' | 'groups' | 'organization' | 'userId'>;

/** What the rules of libs/policy ask about the user (channels.md 2, messages.md 5). */
export interface Standing {
  readonly user: PolicyUser;
  readonly groups: GroupGraph;
  readonly settings: ModerationSettings;
  /** The channel in question, if any. */
  readonly channel?: PolicyModeratedChannel;
  /** Subscribed to that channel. */
  readonly isSubscribed: boolean;
}

/** The groups of the organization, as the rules want them: values of settings that list people get ids of their own. */
export class SettingGroups {
  private readonly groups: PolicyGroup[];
  private nextId = -1;

  constructor({ groups }: Pick<State, 'groups'>) {
    this.groups = [...groups.values()].map((group) => ({
      id: group.id,
      name: group.name,
      isSystemGroup: group.is_system_group,
      isDeactivated: group.deactivated,
      directMembers: group.members,
      directSubgroups: group.direct_subgroup_ids,
    }));
  }

  readonly idOf = (value: GroupSettingValue): number => {
    if (typeof value === 'number') return value;
    const id = this.nextId--;
    const { direct_members: directMembers, direct_subgroups: directSubgroups } = value;
    this.groups.push({ id, name: null, isSystemGroup: false, isDeactivated: false, directMembers, directSubgroups });
    return id;
  };

  /** With every value that has an id by now. */
  graph(): GroupGraph {
    return new GroupGraph(this.groups);
  }
}

export function policyUserOf(state: Pick<State, 'users'>, userId: number): PolicyUser {
  const user = userOf(state, userId);
  return { userId, role: user.role, isBot: user.is_bot };
}

type IdOf = (value: GroupSettingValue) => number;

function settingsOf({ organization }: StandingState, idOf: IdOf): ModerationSettings {
  return {
    allowMessageEditing: organization.realm_allow_message_editing,
    contentEditLimitSeconds: organization.realm_message_content_edit_limit_seconds,
    contentDeleteLimitSeconds: organization.realm_message_content_delete_limit_seconds,
    moveWithinChannelLimitSeconds: organization.realm_move_messages_within_stream_limit_seconds,
    moveBetweenChannelsLimitSeconds: organization.realm_move_messages_between_streams_limit_seconds,
    canDeleteAnyMessageGroup: idOf(organization.realm_can_delete_any_message_group),
    canDeleteOwnMessageGroup: idOf(organization.realm_can_delete_own_message_group),
    canMoveMessagesBetweenChannelsGroup: idOf(organization.realm_can_move_messages_between_channels_group),
    canMoveMessagesBetweenTopicsGroup: idOf(organization.realm_can_move_messages_between_topics_group),
    canResolveTopicsGroup: idOf(organization.realm_can_resolve_topics_group),
  };
}

function channelOf(channel: Channel, idOf: IdOf): PolicyModeratedChannel {
  return {
    channelId: channel.stream_id,
    inviteOnly: channel.invite_only,
    isWebPublic: channel.is_web_public,
    historyPublicToSubscribers: channel.history_public_to_subscribers,
    isArchived: channel.is_archived,
    canAddSubscribersGroup: idOf(channel.can_add_subscribers_group),
    canAdministerChannelGroup: idOf(channel.can_administer_channel_group),
    canSubscribeGroup: idOf(channel.can_subscribe_group),
    canSendMessageGroup: idOf(channel.can_send_message_group),
    canRemoveSubscribersGroup: idOf(channel.can_remove_subscribers_group),
    canDeleteAnyMessageGroup: idOf(channel.can_delete_any_message_group),
    canDeleteOwnMessageGroup: idOf(channel.can_delete_own_message_group),
    canMoveMessagesOutOfChannelGroup: idOf(channel.can_move_messages_out_of_channel_group),
    canMoveMessagesWithinChannelGroup: idOf(channel.can_move_messages_within_channel_group),
    canResolveTopicsGroup: idOf(channel.can_resolve_topics_group),
  };
}

interface KnownStanding {
  readonly of: readonly unknown[];
  readonly standing: Standing;
}

/** The last standing in each channel; outside of channels by the organization. */
const standings = new WeakMap<object, KnownStanding>();

/** The user's standing, in a channel if one is given; the same object as long as nothing that decides it has changed. */
export function standingOf(state: StandingState, channel?: Channel): Standing {
  const place = channel ?? state.organization;
  const { groups, organization, userId } = state;
  const of = [groups, organization, userId, userOf(state, userId)];
  const known = standings.get(place);
  // Every header and row of a feed asks with every change of the state.
  if (known?.of.every((part, position) => part === of[position])) return known.standing;
  const standing = findStanding(state, channel);
  standings.set(place, { of, standing });
  return standing;
}

function findStanding(state: StandingState, channel: Channel | undefined): Standing {
  const groups = new SettingGroups(state);
  const settings = settingsOf(state, groups.idOf);
  const policyChannel = channel && channelOf(channel, groups.idOf);
  return {
    user: policyUserOf(state, state.userId),
    groups: groups.graph(),
    settings,
    channel: policyChannel,
    isSubscribed: channel?.isSubscribed ?? false,
  };
}
