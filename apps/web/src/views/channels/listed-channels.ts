import { matchesText } from '../../parts/text-match';
import type { Channel } from '../../store/state';
import { languageInUse } from '../../strings/strings';
import type { ListName } from './place';

/** What a list is ordered by. */
export const ORDERS = ['name', 'subscribers', 'traffic'] as const;
export type Order = (typeof ORDERS)[number];

interface Wanted {
  list: ListName;
  typed: string;
  order: Order;
  /** Of this folder alone; null for those without one, undefined for all. */
  folderId?: number | null;
}

function isListed(channel: Channel, list: ListName): boolean {
  // Archived channels are found by their links, or in the list of all.
  if (channel.is_archived) return list === 'all';
  if (list === 'all') return true;
  return channel.isSubscribed === (list === 'subscribed');
}

/** Channels of a list whose name or description has the words typed, in the order wanted; equal ones by name. */
export function listedChannels(
  channels: Iterable<Channel>,
  { list, typed, order, folderId }: Wanted,
): readonly Channel[] {
  const { compare } = new Intl.Collator(languageInUse());
  const rank = (channel: Channel): number => {
    if (order === 'subscribers') return channel.subscriber_count;
    return order === 'traffic' ? (channel.stream_weekly_traffic ?? 0) : 0;
  };
  return [...channels]
    .filter((channel) => isListed(channel, list))
    .filter((channel) => folderId === undefined || channel.folder_id === folderId)
    .filter((channel) => matchesText(typed, channel.name) || matchesText(typed, channel.description))
    .sort((a, b) => rank(b) - rank(a) || compare(a.name, b.name));
}
