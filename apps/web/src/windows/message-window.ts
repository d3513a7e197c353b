import type { Narrow } from '../narrow/terms';
import type { MessageWindow } from '../store/state';

/** Most ids that a window holds; more are dropped at the end that is farther away. */
const LARGEST_WINDOW = 600;

export interface Fetched {
  /** Ascending. */
  readonly ids: readonly number[];
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
  readonly historyLimited: boolean;
}
type Direction = 'older' | 'newer';

export function emptyWindow(narrow: Narrow, generation: number): MessageWindow {
  return {
    narrow,
    generation,
    ids: [],
    haveOldest: false,
    haveNewest: false,
    fetchingOlder: true,
    fetchingNewer: true,
    historyLimited: false,
  };
}

/** Ids of both, ascending, each once. */
export function merged(a: readonly number[], b: readonly number[]): readonly number[] {
  const [firstOfB, lastOfA] = [b[0], a.at(-1)];
  if (firstOfB === undefined) return a;
  if (lastOfA === undefined || firstOfB > lastOfA) return [...a, ...b];
  const all = new Set([...a, ...b]);
  return all.size === a.length ? a : [...all].sort((x, y) => x - y);
}

/** The window with what its first request brought. */
export function opened(
  window: MessageWindow,
  { ids, foundOldest, foundNewest, historyLimited }: Fetched,
): MessageWindow {
  const { isStale: _stale, ...fresh } = window;
  return {
    ...fresh,
    ids,
    haveOldest: foundOldest,
    haveNewest: foundNewest,
    fetchingOlder: false,
    fetchingNewer: false,
    oldestFetched: ids[0],
    newestFetched: ids.at(-1),
    historyLimited,
  };
}

/** Whether what the window gains at one end is lost at the other. */
export function isFull({ ids, keepsAll }: Pick<MessageWindow, 'ids' | 'keepsAll'>): boolean {
  return keepsAll !== true && ids.length >= LARGEST_WINDOW;
}

/** Keeps the window small at the end that it does not grow at. */
function trimmed(window: MessageWindow, direction: Direction): MessageWindow {
  const { ids, keepsAll } = window;
  if (keepsAll || ids.length <= LARGEST_WINDOW) return window;
  if (direction === 'older') {
    const kept = ids.slice(0, LARGEST_WINDOW);
    return { ...window, ids: kept, haveNewest: false, newestFetched: kept.at(-1) };
  }
  const kept = ids.slice(-LARGEST_WINDOW);
  return { ...window, ids: kept, haveOldest: false, oldestFetched: kept[0] };
}

/** The window with one more batch at an end. */
export function grown(window: MessageWindow, direction: Direction, fetched: Fetched): MessageWindow {
  const ids = merged(window.ids, fetched.ids);
  if (direction === 'older') {
    const next = {
      ...window,
      ids,
      fetchingOlder: false,
      haveOldest: fetched.foundOldest,
      oldestFetched: fetched.ids[0] ?? window.oldestFetched,
      historyLimited: fetched.historyLimited,
    };
    return trimmed(next, direction);
  }
  const next = {
    ...window,
    ids,
    fetchingNewer: false,
    haveNewest: fetched.foundNewest,
    newestFetched: fetched.ids.at(-1) ?? window.newestFetched,
  };
  return trimmed(next, direction);
}

/** Whether an id that belongs to the narrow has its place between the ends of what is held (web.md 2.10, gap-free rule). */
export function covers(window: MessageWindow, id: number): boolean {
  const { haveOldest, haveNewest, oldestFetched, newestFetched } = window;
  if (oldestFetched === undefined || newestFetched === undefined) return haveOldest && haveNewest;
  return (haveOldest || id >= oldestFetched) && (haveNewest || id <= newestFetched);
}

export function withId(window: MessageWindow, id: number): MessageWindow {
  const ids = merged(window.ids, [id]);
  return ids === window.ids ? window : { ...window, ids };
}

export function withoutIds(window: MessageWindow, gone: ReadonlySet<number>): MessageWindow {
  if (!window.ids.some((id) => gone.has(id))) return window;
  return { ...window, ids: window.ids.filter((id) => !gone.has(id)) };
}
