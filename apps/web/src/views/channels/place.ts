import { CHANNEL_TABS, type ChannelTab } from '../../parts/addresses';
import { privaciesToMake } from '../../store/channel-permissions';
import type { State } from '../../store/state';

/** Lists of channels. */
export const LISTS = ['subscribed', 'available', 'all'] as const;
export type ListName = (typeof LISTS)[number];

/** What an address below `#channels` asks for. */
export type Place =
  | { readonly kind: 'list'; readonly list: ListName }
  | { readonly kind: 'new'; readonly folderId?: number }
  | { readonly kind: 'channel'; readonly channelId: number; readonly tab: ChannelTab };

/**
 * Reads the parts of an address after `#channels` (web.md 3.1).
 * @returns a list for what does not exist or is not for the user
 */
export function placeAt(path: readonly string[], state: State): Place {
  const [first = '', second, third, fourth] = path;
  const list: Place = { kind: 'list', list: LISTS.find((name) => name === first) ?? 'subscribed' };
  if (first === 'new') return privaciesToMake(state).length > 0 ? { kind: 'new' } : list;
  if (first === 'folders' && third === 'new') {
    const folderId = Number(second);
    return privaciesToMake(state).length > 0 && state.folders.has(folderId) ? { kind: 'new', folderId } : list;
  }
  const channel = state.channels.get(Number(first));
  // Older addresses leave the name out.
  const wanted = fourth ?? third ?? second;
  const tab = CHANNEL_TABS.find((name) => name === wanted) ?? 'general';
  if (channel && /^\d+$/.test(first)) return { kind: 'channel', channelId: channel.stream_id, tab };
  return list;
}
