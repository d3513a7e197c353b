import type { Client } from '../client/client';
import { goTo } from '../client/location';
import { topicsLoaded } from '../compose/typeahead/topics-loader';
import { channelAddress } from '../parts/addresses';

/** Milliseconds that a click waits for the topics of a channel, of which one is to be opened. */
const LONGEST_WAIT_MS = 1000;

/** Opens a channel as the user has chosen (`web_channel_default_view`); where its topics do not come, all of its messages. */
export async function goToChannel(client: Client, channelId: number): Promise<void> {
  if (client.store.get().topics.get(channelId) === undefined) {
    await Promise.race([
      topicsLoaded(client, channelId),
      new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS)),
    ]);
  }
  goTo(channelAddress(client.store.get(), channelId));
}
