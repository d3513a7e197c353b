import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest that a loop may hold the event loop before it lets others run, in milliseconds. */
const LONGEST_SLICE_MS = 4;

/**
 * Lets other work run during a long computation: call {@link Breather.pause} once per item; it waits for the next turn of
 * the event loop only when the slice is used up.
 */
export class Breather {
  private sliceEndsAt = performance.now() + LONGEST_SLICE_MS;

  /** Null when there is no need to wait, so that callers skip the await. */
  pause(): Promise<void> | null {
    if (performance.now() < this.sliceEndsAt) return null;
    return nextTurn().then(() => {
      this.sliceEndsAt = performance.now() + LONGEST_SLICE_MS;
    });
  }
}
