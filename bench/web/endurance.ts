import { forEachWide } from '../support/load';
import type { WebOrganization } from './organization';
import { type Tab, delay, row } from './tab';

export interface Endurance {
  startBytes: number;
  grownBytes: number;
  grownNodes: number;
}

/** A day in a tab: messages come, conversations are opened and left. */
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
      await organization.send(index % 10, `day ${index % 40}`, `Message ${index}.`);
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
  };
}
