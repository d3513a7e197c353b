import { subscribeTo, unsubscribeFrom } from '../../parts/channel-actions';
import type { Channel } from '../../store/state';
import { Store } from '../../store/store';

/** The private channel that somebody is about to leave: who cannot come back alone is asked first. */
export const leaving = new Store<Channel | undefined>(undefined);

/** Unsubscribes; from a private channel only after asking. */
export function askToUnsubscribe(channel: Channel): void {
  if (channel.invite_only) leaving.set(channel);
  else unsubscribeFrom(channel);
}

export function toggleSubscribed(channel: Channel): void {
  if (channel.isSubscribed) askToUnsubscribe(channel);
  else subscribeTo(channel);
}
