import type { Message } from '../store/message';
import type { MessageWindow, State } from '../store/state';

export interface Resumed {
  state: State;
  /** Keys of windows whose messages are to be fetched again, each around what is on the screen. */
  refetch: readonly string[];
}

/**
 * The new state after a lost queue: what is on the screen stays there, marked stale, until it is fetched again
 * (web.md 2.5). Windows that nobody sees are dropped, and every message that only they held.
 * @param open keys of the windows on the screen
 */
export function resumedState(old: State, fresh: State, open: readonly string[]): Resumed {
  if (old.userId !== fresh.userId) return { state: fresh, refetch: [] };
  const windows = new Map<string, MessageWindow>();
  const messages = new Map<number, Message>();
  for (const key of open) {
    const window = old.windows.get(key);
    if (!window) continue;
    windows.set(key, {
      ...window,
      generation: window.generation + 1,
      // Nothing says that the ends are still the ends.
      ...{ haveOldest: false, haveNewest: false, fetchingOlder: false, fetchingNewer: false, isStale: true },
    });
    for (const id of window.ids) {
      const message = old.messages.get(id);
      if (message) messages.set(id, stale(message, fresh));
    }
  }
  return { state: { ...fresh, windows, messages, topics: knownTopics(old, fresh) }, refetch: [...windows.keys()] };
}

/** Read and starred are known anew; the rest waits for the message itself. */
function stale(message: Message, { unreadPlaces, oldUnreadsMissing, starred }: State): Message {
  const flags = new Set(message.flags);
  if (unreadPlaces.has(message.id)) flags.delete('read');
  else if (!oldUnreadsMissing) flags.add('read');
  if (starred.has(message.id)) flags.add('starred');
  else flags.delete('starred');
  return { ...message, flags, isStale: true };
}

/** Lists of topics of channels that are still visible: names only, so an old one misleads nobody for long. */
function knownTopics(old: State, fresh: State): State['topics'] {
  return new Map([...old.topics].filter(([channelId]) => fresh.channels.has(channelId)));
}
