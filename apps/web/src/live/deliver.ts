import type { Clock } from '../api/backoff';
import { type Extension, type PolledEvent, applyEvents } from '../store/apply';
import type { State } from '../store/state';
import type { Store } from '../store/store';

/** Answers up to this many events are one change of the store. */
const AT_ONCE = 200;
/** Longer ones are applied in slices that take about this long, with a pause for the page between them. */
const SLICE_MS = 8;
const FIRST_SLICE = 100;

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
  for (let from = 0; from < events.length;) {
    const started = clock.now();
    const slice = events.slice(from, from + size);
    store.update((state) => applyEvents(state, slice, { now: started, extensions }));
    from += slice.length;
    if (from >= events.length) return;
    if (clock.now() - started > SLICE_MS) size = Math.max(1, Math.floor(size / 2));
    await clock.sleep(0, signal);
  }
}
