import { matchesNarrow } from '@stoa/contracts/messages';
import { systemClock } from '../api/backoff';
import { call } from '../api/client';
import type { State } from '../store/state';
import type { Store } from '../store/store';
import { type AskMatches, LiveSearch } from '../windows/live-search';
import { type MessageLoader, wireNarrow } from '../windows/message-loader';

const askMatches: AskMatches = async (narrow, ids, signal) => {
  const { messages } = await call(matchesNarrow, { narrow: wireNarrow(narrow), msg_ids: [...ids] }, { signal });
  return new Map(
    Object.entries(messages).map(([id, { match_content: content, match_subject: topic }]) => [
      Number(id),
      { content, topic },
    ]),
  );
};

/** Keeps searches up to date with the messages that come. */
export function makeLiveSearch(
  store: Store<State>,
  loader: MessageLoader,
  signal: AbortSignal,
  log: (error: unknown) => void,
): LiveSearch {
  const { random } = Math;
  return new LiveSearch({
    ...{ store, ask: askMatches, clock: systemClock, random, log, signal },
    shown: () => loader.shownKeys(),
  });
}
