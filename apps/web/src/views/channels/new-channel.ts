import { CHANNEL_PERMISSION_SETTINGS, type ChannelPermissionSetting } from '@stoa/policy';
import type { GroupSettingValue } from '@stoa/contracts/users';
import type { Client } from '../../client/client';
import type { State } from '../../store/state';

/** Why a name cannot be that of a new channel; archived channels keep theirs. */
export function nameProblem({ channels }: Pick<State, 'channels'>, name: string): 'taken' | 'archived' | undefined {
  const wanted = name.trim().toLowerCase();
  const holder = [...channels.values()].find((channel) => channel.name.toLowerCase() === wanted);
  if (!holder) return undefined;
  return holder.is_archived ? 'archived' : 'taken';
}

/** Who has a permission in a new channel unless its maker chooses otherwise. */
export function defaultValue(
  state: Pick<State, 'groups' | 'userId'>,
  name: ChannelPermissionSetting,
): GroupSettingValue {
  const wanted: string = CHANNEL_PERMISSION_SETTINGS[name].defaultGroup;
  const group = [...state.groups.values()].find((known) => known.is_system_group && known.name === wanted);
  return group?.id ?? { direct_members: [state.userId], direct_subgroups: [] };
}

const WAIT_MS = 5000;

/** Resolves when an event has brought the channel; to false when none came, for channels that their maker cannot see. */
export function channelCame({ store }: Client, channelId: number): Promise<boolean> {
  return new Promise((resolve) => {
    let stop = (): void => undefined;
    const end = (isThere: boolean): void => {
      stop();
      clearTimeout(timer);
      resolve(isThere);
    };
    const look = (): void => {
      if (store.get().channels.has(channelId)) end(true);
    };
    const timer = setTimeout(() => end(false), WAIT_MS);
    stop = store.subscribe(look);
    look();
  });
}
