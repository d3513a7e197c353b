import { Backoff, type Clock, type Random, isPassing } from '../api/backoff';
import { changed } from '../store/apply';
import type { MessageWindow, State } from '../store/state';
import type { Store } from '../store/store';
import type { Narrow } from '../narrow/terms';
import { contains } from './contains';
import { covers, withId } from './message-window';

/** What a search marked in a message. */
type Match = { readonly content: string; readonly topic: string };

/** Marks of those of the messages that belong to the narrow, by id. */
export type AskMatches = (
  narrow: Narrow,
  ids: readonly number[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<number, Match>>;

interface LiveSearchOptions {
  store: Store<State>;
  ask: AskMatches;
  /** Keys of the windows on the screen. */
  shown(): readonly string[];
  clock: Clock;
  random: Random;
  log(error: unknown): void;
  signal: AbortSignal;
}

const TRIES = 5;
/** What comes within this time of a question waits for the next. */
const PAUSE_MS = 1_000;

function markStale(state: State, key: string): State {
  const window = state.windows.get(key);
  if (!window || window.isStale) return state;
  return changed(state, (draft) => draft.write('windows').set(key, { ...window, isStale: true }));
}

/** The window with those of new messages that belong to it; one that began anew meanwhile has them already. */
function withMatches(state: State, key: string, generation: number, found: ReadonlyMap<number, Match>): State {
  const window = state.windows.get(key);
  if (!window || window.generation !== generation || window.isStale || found.size === 0) return state;
  const ids = [...found.keys()].filter((id) => state.messages.has(id));
  const next = ids.reduce(withId, window);
  const matches = new Map([...(window.matches ?? []), ...found]);
  return changed(state, (draft) => draft.write('windows').set(key, { ...next, matches }));
}

/**
 * Puts new messages into the searches that find them: which do, only the service can say (web.md 2.10). A search that
 * nobody looks at is fetched again when it is.
 */
export class LiveSearch {
  private readonly waiting = new Map<string, Set<number>>();
  private isAsking = false;

  constructor(private readonly options: LiveSearchOptions) {}

  /** @param ids of messages that have come, and are in the state */
  note(ids: readonly number[]): void {
    const { store, shown, log, signal } = this.options;
    const open = shown();
    for (const [key, window] of store.get().windows) {
      const unsure = window.isStale ? [] : this.unsureOf(window, ids);
      if (unsure.length === 0) continue;
      if (open.includes(key)) this.waiting.set(key, new Set([...(this.waiting.get(key) ?? []), ...unsure]));
      else store.update((state) => markStale(state, key));
    }
    if (this.isAsking || this.waiting.size === 0) return;
    this.isAsking = true;
    this.askAll()
      .catch((error: unknown) => {
        if (!signal.aborted) log(error);
      })
      .finally(() => (this.isAsking = false));
  }

  private unsureOf(window: MessageWindow, ids: readonly number[]): number[] {
    const state = this.options.store.get();
    return ids.filter((id) => {
      const message = state.messages.get(id);
      return message && covers(window, id) && contains(state, window.narrow, message) === undefined;
    });
  }

  private async askAll(): Promise<void> {
    const { store, clock, signal } = this.options;
    for (let next = this.take(); next; next = this.take()) {
      const [key, ids] = next;
      const window = store.get().windows.get(key);
      if (!window) continue;
      const found = await this.tried(window.narrow, ids);
      store.update((state) => (found ? withMatches(state, key, window.generation, found) : markStale(state, key)));
      await clock.sleep(PAUSE_MS, signal);
    }
  }

  private take(): [key: string, ids: readonly number[]] | undefined {
    for (const [key, ids] of this.waiting) {
      this.waiting.delete(key);
      return [key, [...ids].sort((a, b) => a - b)];
    }
    return undefined;
  }

  /** @returns undefined when there is no answer after all tries, or a refusal */
  private async tried(narrow: Narrow, ids: readonly number[]): Promise<ReadonlyMap<number, Match> | undefined> {
    const { ask, clock, random, log, signal } = this.options;
    const backoff = new Backoff(random);
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      try {
        return await ask(narrow, ids, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!isPassing(error)) {
          log(error);
          return undefined;
        }
        if (attempt < TRIES) await clock.sleep(backoff.next(error.retryAfterMs), signal);
      }
    }
    return undefined;
  }
}
