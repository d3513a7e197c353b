import { getMessages } from '@stoa/contracts/messages';
import { retried } from '../api/backoff';
import { type AnswerOf, call } from '../api/client';
import { RequestRefused } from '../api/failures';
import { type Narrow, type Term, kindOf, narrowKey, operandOf, withoutPlace } from '../narrow/terms';
import { changed } from '../store/apply';
import { messageFrom } from '../store/message';
import type { MessageWindow, State } from '../store/state';
import { isSpectator } from '../store/spectator';
import type { Store } from '../store/store';
import { learnMention } from '../store/unread';
import { contains } from './contains';
import { forgetMessages } from './forget-messages';
import { type Fetched, emptyWindow, grown, merged, opened } from './message-window';

type Answer = AnswerOf<typeof getMessages>;
export type Anchor = number | 'newest' | 'oldest' | 'first_unread';

/** Sizes of requests (web.md 2.10). */
const BEFORE = 60;
const AFTER = 150;
const BATCH = 100;
/** The anchor of an answer if nothing is unread (messages.md 8). */
const NOTHING_UNREAD = 10_000_000_000_000_000;
/** Most windows that are held besides the one on screen. */
const MOST_WINDOWS = 12;

/** What of a window is on the screen: its end, or the first whole message with its distance from the top, in pixels. */
export type Place = 'end' | { readonly id: number; readonly offset: number };

interface OpenOptions {
  /** How many messages before the place are fetched. */
  before?: number;
  /** Nothing is dropped while it grows. */
  keepsAll?: true;
}

/** Opening a window failed; `message` is for people. */
export interface LoadFailure {
  readonly message: string;
  readonly isRefused: boolean;
}

/** Narrows in which reading goes on where it stopped; all others begin at the newest message. */
function beginsAtFirstUnread(narrow: Narrow): boolean {
  if (['topic', 'direct', 'channel', 'feed', 'direct-feed'].includes(kindOf(narrow))) return true;
  const is = operandOf(narrow, 'is');
  return is !== undefined && is !== 'starred' && kindOf(narrow) !== 'search';
}

/** Where a narrow opens unless a place was remembered. */
export function anchorOf(narrow: Narrow): Anchor {
  const place = operandOf(narrow, 'near') ?? operandOf(narrow, 'with');
  if (typeof place === 'number') return place;
  return beginsAtFirstUnread(narrow) ? 'first_unread' : 'newest';
}

/** What narrows of spectators must have, as nothing else is theirs to ask for (messages.md 8). */
const OPEN_TO_WEB: Term = { operator: 'channels', operand: 'web-public' };

/** The narrow as a spectator asks for it. */
export function openNarrow(narrow: Narrow): Narrow {
  return [OPEN_TO_WEB, ...narrow.filter(({ operator }) => operator !== 'channels')];
}

/** Terms as `GET /messages` takes them. */
export function wireNarrow(narrow: Narrow): string {
  // Where to begin is the anchor's; `with` may mean another conversation, which is gone to first.
  const terms = withoutPlace(narrow);
  return JSON.stringify(terms.map(({ operator, operand, negated = false }) => ({ operator, operand, negated })));
}

function fetchedOf({ messages, found_oldest, found_newest, history_limited }: Answer): Fetched {
  return {
    ids: messages.map(({ id }) => id).sort((a, b) => a - b),
    foundOldest: found_oldest,
    foundNewest: found_newest,
    historyLimited: history_limited,
  };
}

/** Keeps the windows on conversations filled: opens them, lets them grow, drops the ones left longest ago. */
export class MessageLoader {
  /** Keys of windows, the one shown last at the end. */
  private readonly recent: string[] = [];
  /** Where people were in the windows, by key: they come back to it, and what is stale is fetched again around it. */
  readonly places = new Map<string, Place>();

  constructor(
    private readonly store: Store<State>,
    private readonly signal: AbortSignal,
  ) {}

  /** Keys of the windows on the screen: the one opened last. */
  shownKeys(): readonly string[] {
    return this.recent.slice(-1);
  }

  /**
   * Fills a window around a place, unless it holds that place already.
   * @returns the message to begin at; undefined to stay at the place where people were
   */
  async open(
    narrow: Narrow,
    anchor: Anchor,
    { before = BEFORE, keepsAll }: OpenOptions = {},
  ): Promise<number | undefined> {
    const key = narrowKey(narrow);
    this.touch(key);
    const held = this.store.get().windows.get(key);
    const isFit = held?.keepsAll === keepsAll;
    if (held && isFit && !held.isStale && this.holds(held, anchor)) {
      return typeof anchor === 'number' ? anchor : undefined;
    }
    const generation = (held?.generation ?? 0) + 1;
    const empty = { ...emptyWindow(narrow, generation), keepsAll };
    // What is shown stays until the answer is there: only the generation changes.
    const window = held?.isStale ? { ...held, generation } : empty;
    this.mark(key, window, {});
    const around = held?.isStale ? this.anchorOfPlace(key, anchor) : this.beginning(anchor);
    const answer = await this.fetch(narrow, { anchor: String(around), num_before: before, num_after: AFTER });
    this.fill(key, window.generation, answer, (present, fetched) => opened(present, fetched));
    return held?.isStale ? undefined : answer.anchor;
  }

  /**
   * The oldest unread message of a narrow, however far back it is; undefined if all of it is read.
   * @throws RequestRefused
   */
  async firstUnread(narrow: Narrow): Promise<number | undefined> {
    const range = { anchor: 'first_unread', num_before: 0, num_after: 0 };
    const { anchor } = await retried(() => this.fetch(narrow, range), { signal: this.signal });
    return anchor === undefined || anchor >= NOTHING_UNREAD ? undefined : anchor;
  }

  /**
   * Messages that are looked at have moved: their new place is shown as they were, and then fetched.
   * @param ids those that moved
   */
  follow(from: Narrow, to: Narrow, ids: readonly number[]): void {
    const place = this.places.get(narrowKey(from));
    const key = narrowKey(to);
    if (place !== undefined) this.places.set(key, place);
    const { windows, messages } = this.store.get();
    const held = ids.filter((id) => messages.has(id)).sort((a, b) => a - b);
    if (windows.has(key) || held.length === 0) return;
    const ends = { oldestFetched: held[0], newestFetched: held.at(-1), fetchingOlder: false, fetchingNewer: false };
    this.mark(key, { ...emptyWindow(to, 0), ids: held, ...ends, isStale: true }, {});
  }

  /** Nothing is unread for who has no account. */
  private beginning(anchor: Anchor): Anchor {
    return anchor === 'first_unread' && isSpectator(this.store.get()) ? 'newest' : anchor;
  }

  private anchorOfPlace(key: string, otherwise: Anchor): Anchor {
    const place = this.places.get(key);
    if (place === undefined) return otherwise;
    return place === 'end' ? 'newest' : place.id;
  }

  /**
   * Fetches a batch at an end, however long that takes; does nothing while one is on its way, or when the end is reached.
   * @throws RequestRefused
   */
  async grow(key: string, direction: 'older' | 'newer', batch = BATCH): Promise<void> {
    const window = this.store.get().windows.get(key);
    if (!window || window.isStale) return;
    const isOlder = direction === 'older';
    const from = isOlder ? window.oldestFetched : window.newestFetched;
    if (from === undefined || (isOlder ? window.haveOldest : window.haveNewest)) return;
    if (isOlder ? window.fetchingOlder : window.fetchingNewer) return;
    this.mark(key, window, isOlder ? { fetchingOlder: true } : { fetchingNewer: true });
    try {
      const size = isOlder ? { num_before: batch } : { num_after: batch };
      const range = { anchor: String(from), include_anchor: false, ...size };
      const answer = await retried(() => this.fetch(window.narrow, range), { signal: this.signal });
      this.fill(key, window.generation, answer, (present, fetched) => grown(present, direction, fetched));
    } catch (error) {
      const present = this.store.get().windows.get(key);
      if (present) this.mark(key, present, isOlder ? { fetchingOlder: false } : { fetchingNewer: false });
      if (!this.signal.aborted) throw error;
    }
  }

  private holds({ ids, haveNewest, fetchingNewer }: MessageWindow, anchor: Anchor): boolean {
    if (fetchingNewer) return false;
    if (typeof anchor === 'number') return ids.includes(anchor);
    return anchor !== 'oldest' && haveNewest;
  }

  private mark(key: string, window: MessageWindow, change: Partial<MessageWindow>): void {
    this.store.update((state) => changed(state, (draft) => draft.write('windows').set(key, { ...window, ...change })));
  }

  private fetch(narrow: Narrow, range: object): Promise<Answer> {
    const wanted = isSpectator(this.store.get()) ? openNarrow(narrow) : narrow;
    return call(
      getMessages,
      { narrow: wireNarrow(wanted), allow_empty_topic_name: true, client_gravatar: true, ...range },
      { signal: this.signal },
    );
  }

  private fill(
    key: string,
    generation: number,
    answer: Answer,
    change: (window: MessageWindow, fetched: Fetched) => MessageWindow,
  ): void {
    this.store.update((state) =>
      changed(state, (draft) => {
        const window = state.windows.get(key);
        if (window?.generation !== generation) return;
        const messages = draft.write('messages');
        for (const wire of answer.messages) {
          const message = messageFrom(wire, { ownId: state.userId, flags: wire.flags });
          messages.set(wire.id, message);
          learnMention(draft, message);
        }
        const next = withMatches(change(window, fetchedOf(answer)), answer);
        draft.write('windows').set(key, withArrivals(draft.state, next));
        forgetMessages(draft);
      }),
    );
  }

  private touch(key: string): void {
    const position = this.recent.indexOf(key);
    if (position >= 0) this.recent.splice(position, 1);
    this.recent.push(key);
    if (this.recent.length <= MOST_WINDOWS) return;
    const dropped = this.recent.shift();
    if (dropped === undefined) return;
    this.places.delete(dropped);
    this.store.update((state) => changed(state, (draft) => draft.write('windows').delete(dropped)));
  }
}

/** What a search marked in the messages that it found; those of windows before stay. */
function withMatches(window: MessageWindow, { messages }: Answer): MessageWindow {
  const found = messages.flatMap(({ id, match_content: content, match_subject: topic }) =>
    content === undefined ? [] : [[id, { content, topic: topic ?? '' }] as const],
  );
  return found.length === 0 ? window : { ...window, matches: new Map([...(window.matches ?? []), ...found]) };
}

/** Messages that events brought while the answer was on its way belong at the newest end (gap-free rule). */
function withArrivals(state: State, window: MessageWindow): MessageWindow {
  if (!window.haveNewest) return window;
  const after = window.newestFetched ?? 0;
  const arrived = [...state.messages.values()].filter(
    (message) => message.id > after && !message.isStale && contains(state, window.narrow, message) === true,
  );
  if (arrived.length === 0) return window;
  return {
    ...window,
    ids: merged(
      window.ids,
      arrived.map(({ id }) => id).sort((a, b) => a - b),
    ),
  };
}

/** Why a window could not be opened, for people. */
export function failureOf(error: unknown, connectionText: string): LoadFailure {
  const isRefused = error instanceof RequestRefused;
  return { message: isRefused ? error.message : connectionText, isRefused };
}
