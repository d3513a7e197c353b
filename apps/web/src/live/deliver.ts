import type { Clock } from '../api/backoff';
import { type Extension, type PolledEvent, applyEvents } from '../store/apply';
import type { State } from '../store/state';
import type { Store } from '../store/store';

/** Answers up to this many events are one change of the store. */
const AT_ONCE = 200;
/** Longer ones are applied in slices that take about this long, with a pause for the page between them. */
const SLICE_MS = 8;
const FIRST_SLICE = 100;
/** Each slice copies what it changes once: smaller ones would do little else. */
const LEAST_SLICE = 25;
/** So often the page shows what has been applied: to draw it costs more than to apply a slice. */
const SHOW_MS = 100;

export interface DeliverOptions {
  clock: Clock;
  extensions: readonly Extension[];
  signal: AbortSignal;
}

/** Applies an answer's events to the store (web.md 2.3). What is changed between slices by others is kept. */
export async function deliverEvents(
  store: Store<State>,
  events: readonly PolledEvent[],
  { clock, extensions, signal }: DeliverOptions,
): Promise<void> {
  let size = events.length <= AT_ONCE ? events.length : FIRST_SLICE;
  let shownAt = clock.now();
  for (let from = 0; from < events.length;) {
    const started = clock.now();
    const slice = events.slice(from, from + size);
    const apply = (state: State): State => applyEvents(state, slice, { now: started, extensions });
    from += slice.length;
    const isShown = from >= events.length || started - shownAt >= SHOW_MS;
    if (!isShown) store.prepare(apply);
    else {
      store.update(apply);
      shownAt = clock.now();
    }
    if (from >= events.length) return;
    // Of a slice that was shown it is not known what applying it took.
    if (!isShown) size = nextSize(size, clock.now() - started);
    await clock.sleep(0, signal);
  }
}

function nextSize(size: number, tookMs: number): number {
  if (tookMs > SLICE_MS) return Math.max(LEAST_SLICE, Math.floor(size / 2));
  return tookMs < SLICE_MS / 2 ? size * 2 : size;
}
