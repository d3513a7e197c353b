import { DirectoryUser } from '@stoa/directory';
import { ChannelState } from '../../access/channel-access/channel-state';

export interface SubscriptionPlan {
  channels: readonly ChannelState[];
  principals: readonly DirectoryUser[];
  /** Wished colours by lower-case channel name. */
  colors: ReadonlyMap<string, string | undefined>;
  /** New channels become default channels. */
  isDefault: boolean;
}
