import type { GroupSettingValue } from '@stoa/contracts/users';
import { canMoveBetweenTopics, canMoveOutOfChannel, isExemptFromMoveLimits, isWithinLimit } from '@stoa/policy';
import { channelSettingsAddress } from '../../../parts/addresses';
import { standingOf } from '../../../store/standing';
import type { Channel, State } from '../../../store/state';

/** Those who have a right, for who has not. */
export interface Holders {
  /** Values of the settings that give it. */
  readonly values: readonly GroupSettingValue[];
  /** Administrators have it in any case. */
  readonly withAdministrators: boolean;
  /** Where it is set. */
  readonly href: string;
}

interface Between {
  readonly from: Channel;
  readonly to: Channel;
}

/** Limits are counted without the service's grace: what is offered shall still work when it is used. */
const NO_GRACE = 0;

/**
 * Which parts of a move the organization's limits of time allow no more (messages.md 5.2, 5.3).
 * @param ageSeconds of the message
 */
export function tooLateFor(state: State, ageSeconds: number): { readonly moving: boolean; readonly renaming: boolean } {
  const { user, settings } = standingOf(state);
  const isTooLate = (limit: number | null): boolean =>
    !isExemptFromMoveLimits(user) && !isWithinLimit(ageSeconds, limit, NO_GRACE);
  return {
    moving: isTooLate(settings.moveBetweenChannelsLimitSeconds),
    renaming: isTooLate(settings.moveWithinChannelLimitSeconds),
  };
}

/** Whether a rule about the messages of a channel is for the user. */
function isFor(state: State, rule: typeof canMoveBetweenTopics, channel: Channel): boolean {
  const standing = standingOf(state, channel);
  return standing.channel !== undefined && rule(standing.channel, standing);
}

/** Who may move messages out of a channel; undefined where the user may (messages.md 5.3). */
export function whoMovesOut(state: State, { from }: Pick<Between, 'from'>): Holders | undefined {
  if (isFor(state, canMoveOutOfChannel, from)) return undefined;
  const { can_move_messages_out_of_channel_group: own, can_administer_channel_group: administrators } = from;
  const values = [state.organization.realm_can_move_messages_between_channels_group, own, administrators];
  return { values, withAdministrators: true, href: channelSettingsAddress(from, 'permissions') };
}

/** Who may give messages another topic, by the right to it in either channel; undefined where the user may (5.2). */
export function whoRenames(state: State, { from, to }: Between): Holders | undefined {
  const channels = from === to ? [from] : [from, to];
  if (channels.some((channel) => isFor(state, canMoveBetweenTopics, channel))) return undefined;
  const own = channels.flatMap((channel) => [
    channel.can_move_messages_within_channel_group,
    channel.can_administer_channel_group,
  ]);
  const values = [state.organization.realm_can_move_messages_between_topics_group, ...own];
  return { values, withAdministrators: true, href: channelSettingsAddress(from, 'permissions') };
}

/** Who may begin topics in a channel (channels.md 2.1). */
export function whoBeginsTopics(channel: Channel): Holders {
  const { can_create_topic_group: value } = channel;
  const values = value === undefined ? [] : [value];
  return { values, withAdministrators: false, href: channelSettingsAddress(channel, 'permissions') };
}
