import { GroupSettingValue } from '@stoa/contracts/users';
import { WriteTransaction } from '@stoa/database';
import { Directory, DirectoryChannel } from '@stoa/directory';

/** A channel under its exclusive lock: the row's part that decisions need, and who is subscribed. */
export interface ChannelState {
  channel: DirectoryChannel;
  /** Subscribed users of active accounts, to whether they muted the channel. */
  members: ReadonlyMap<number, boolean>;
  /** Made by this very operation. */
  isNew: boolean;
  /** Values of anonymous groups made by this very operation, by group id. */
  newGroupValues?: ReadonlyMap<number, GroupSettingValue>;
}

/** Reads channels whose locks are held: what the copies lack is read at once, so the state is current. */
export async function loadState(directory: Directory, channelIds: readonly number[]): Promise<ChannelState[]> {
  await directory.refresh(channelIds.map((channelId) => `channel:${channelId}`));
  return Promise.all(
    channelIds.map(async (channelId) => {
      const { channel, members } = await directory.members.get(channelId);
      return { channel, members, isNew: false };
    }),
  );
}

/** Takes the exclusive locks of channels that are known only within the transaction, ascending. */
export async function lockChannels(tx: WriteTransaction, channelIds: readonly number[]): Promise<void> {
  // unnest keeps the order of the array.
  await tx.query('SELECT pg_advisory_xact_lock(2, id) FROM unnest($1::int4[]) AS id', [
    [...new Set(channelIds)].sort((a, b) => a - b),
  ]);
}
