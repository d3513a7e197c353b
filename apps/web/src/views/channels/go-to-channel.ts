import type { MouseEvent } from 'react';
import type { Client } from '../../client/client';
import { goTo } from '../../client/location';
import { writeTo } from '../../compose/target';
import { topicsLoaded } from '../../compose/typeahead/topics-loader';
import { channelNarrow, narrowKey } from '../../narrow/terms';
import { channelAddress, channelFeedAddress } from '../../parts/addresses';

/** Milliseconds that a click waits for the topics of a channel, of which one is to be opened. */
const LONGEST_WAIT_MS = 1000;

/** Opens a channel as the user has chosen (`web_channel_default_view`); where its topics do not come, all of its messages. */
async function goToChannel(client: Client, channelId: number): Promise<void> {
  if (client.store.get().topics.get(channelId) === undefined) {
    await Promise.race([
      topicsLoaded(client, channelId),
      new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS)),
    ]);
  }
  goTo(channelAddress(client.store.get(), channelId));
}

/** For a link to all messages of a channel: it opens the channel as the user has chosen, with a key held as any link. */
export function channelOpener(client: Client, channelId: number): (event: MouseEvent) => void {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void goToChannel(client, channelId);
  };
}

/** Opens a channel, and the box for a message in a new topic of it. */
export function beginTopic({ store }: Client, channelId: number): void {
  goTo(channelFeedAddress(store.get(), channelId));
  writeTo(narrowKey(channelNarrow(channelId)), { type: 'channel', channelId });
}
