import type { GroupSettingValue } from '@stoa/contracts/users';
import { ORGANIZATION_PERMISSIONS, channelSettingsAddress } from '../parts/addresses';
import type { State } from '../store/state';
import type { Problem } from './checks';
import type { Target } from './target';

/** Whom a permission that is missing is given to, and where. */
export interface Decision {
  readonly value: GroupSettingValue;
  readonly href: string;
}

function inChannel(state: State, kind: Problem['kind'], target: Target): Decision | undefined {
  const id = target.type === 'channel' ? target.channelId : undefined;
  const channel = id === undefined ? undefined : state.channels.get(id);
  if (!channel) return undefined;
  const value = kind === 'may-not-post' ? channel.can_send_message_group : channel.can_create_topic_group;
  return value === undefined ? undefined : { value, href: channelSettingsAddress(channel, 'permissions') };
}

/** The permission without which the message cannot be sent; undefined where it fails for something else. */
export function decisionAbout(state: State, { kind }: Problem, target: Target): Decision | undefined {
  const { organization } = state;
  const href = ORGANIZATION_PERMISSIONS;
  switch (kind) {
    case 'may-not-post':
    case 'may-not-begin-topic':
      return inChannel(state, kind, target);
    case 'wildcard':
      return { value: organization.realm_can_mention_many_users_group, href };
    case 'directs-disabled':
    case 'nobody-authorizes':
      return { value: organization.realm_direct_message_permission_group, href };
    case 'may-not-begin':
      return { value: organization.realm_direct_message_initiator_group, href };
    default:
      return undefined;
  }
}
