import { getChannelMembers } from '@stoa/contracts/channels';
import { call } from '../api/client';
import { act } from '../client/act';
import type { Client } from '../client/client';
import { changed } from '../store/apply';
import type { State, Subscribers } from '../store/state';

function withSubscribers(state: State, channelId: number, change: (known: Subscribers) => Subscribers): State {
  const known = state.subscribers.get(channelId);
  return known ? changed(state, (draft) => draft.write('subscribers').set(channelId, change(known))) : state;
}

/** The answer, and whoever came or went while it was on its way. */
export function mergedSubscribers(answered: readonly number[], { since = new Map() }: Subscribers): Subscribers {
  const ids = new Set(answered);
  for (const [id, isThere] of since) {
    if (isThere) ids.add(id);
    else ids.delete(id);
  }
  return { ids, isComplete: true };
}

/** Asks for everybody who is subscribed to a channel, unless that is known or asked for already. */
export async function loadSubscribers({ store, signal }: Client, channelId: number): Promise<void> {
  const known = store.get().subscribers.get(channelId);
  if (!known || known.isComplete || known.since) return;
  store.update((state) => withSubscribers(state, channelId, (before) => ({ ...before, since: new Map() })));
  const request = async (): Promise<void> => {
    const { subscribers } = await call(getChannelMembers, { stream_id: channelId }, { signal });
    store.update((state) => withSubscribers(state, channelId, (before) => mergedSubscribers(subscribers, before)));
  };
  const forget = (): void =>
    store.update((state) => withSubscribers(state, channelId, ({ since: _since, ...before }) => before));
  // A part of the list is there already: what is missing is asked for again with the next visit.
  await act(request, { undo: forget, tell: () => undefined });
}
