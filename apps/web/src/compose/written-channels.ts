import { isListOfNumbers, rememberedOfAccount } from '../client/remembered';
import type { Recipient } from '../outbox/outbox';

const MOST = 12;

/** Channels that were written to in this browser, the last one first: the picker offers them before others. */
export const writtenChannels = rememberedOfAccount<readonly number[]>('writtenChannels', [], isListOfNumbers);

/** Notes where a message goes. */
export function noteWrittenTo(recipient: Recipient): void {
  if (recipient.type !== 'channel') return;
  const { channelId } = recipient;
  writtenChannels.update((all) => [channelId, ...all.filter((other) => other !== channelId)].slice(0, MOST));
}
