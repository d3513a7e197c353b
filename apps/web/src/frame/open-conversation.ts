import { namesOf } from '../client/client';
import { readAddress } from '../narrow/address';
import { kindOf, operandOf } from '../narrow/terms';
import { type DirectKey } from '../store/conversation';
import type { State } from '../store/state';

export interface OpenConversation {
  channelId?: number;
  topic?: string;
  direct?: DirectKey;
}

/** What of the open view says where one is. */
export function openConversation(state: State, address: string): OpenConversation {
  const read = readAddress(address, namesOf(state));
  if (read.kind === 'topics') return { channelId: read.channelId };
  if (read.kind !== 'narrow') return {};
  const people = operandOf(read.narrow, 'dm');
  if (typeof people === 'object' && kindOf(read.narrow) === 'direct') return { direct: people.join() };
  const channelId = operandOf(read.narrow, 'channel');
  const topic = operandOf(read.narrow, 'topic');
  return {
    ...(typeof channelId === 'number' ? { channelId } : {}),
    ...(typeof topic === 'string' ? { topic } : {}),
  };
}
