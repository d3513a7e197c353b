import { forEachWide } from '../support/load';
import type { WebOrganization } from './organization';
import { type Tab, delay, row } from './tab';

export interface Endurance {
  startBytes: number;
  grownBytes: number;
  grownNodes: number;
  /** Rows of messages that are in no document any more, and in memory all the same. */
  detachedRows: number;
}

/** One message in so many shows a picture. */
const PICTURE_EVERY = 10;

/** A day in a tab: messages come, some with pictures, and conversations are opened and left. */
export async function measureEndurance(
  tab: Tab,
  organization: WebOrganization,
  { messages, switches }: { messages: number; switches: number },
): Promise<Endurance> {
  await tab.painted('.inbox-row', 5);
  await delay(3_000);
  const [startBytes, startNodes] = [await tab.heapBytes(), await tab.domNodes()];
  const conversations = await organization.conversations(50);
  const writing = forEachWide(
    Array.from({ length: messages }, (_, index) => index),
    8,
    async (index) => {
      const picture = index % PICTURE_EVERY === 0 ? `\n\n${organization.picture(index / PICTURE_EVERY)}` : '';
      await organization.send(index % 10, `day ${index % 40}`, `Message ${index}.${picture}`);
    },
  );
  for (let n = 0; n < switches; n += 1) {
    const one = conversations[n % conversations.length];
    if (!one) break;
    await tab.goTo(`#narrow/channel/${one.channelId}/topic/${encodeURIComponent(one.topic)}`, row(one.firstId));
  }
  await writing;
  await tab.goTo('#inbox', '.inbox-row');
  await delay(3_000);
  return {
    startBytes,
    grownBytes: (await tab.heapBytes()) - startBytes,
    grownNodes: (await tab.domNodes()) - startNodes,
    detachedRows: await tab.detached('[data-message-id]'),
  };
}
