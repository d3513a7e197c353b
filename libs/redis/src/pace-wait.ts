/** A place that got as much in a window as it is to get. */
export interface FullWindow {
  /** How many asked for a turn in it, this one included. */
  asked: number;
  perWindow: number;
  /** Milliseconds until the next one begins. */
  untilNextMs: number;
  windowMs: number;
}

/** Who waits longer asks again before the turn comes: what others asked for may have gone, and the pace may be another. */
const LONGEST_WAIT_MS = 30 * 60_000;

/**
 * How long one of too many waits: into the window in which there is room for it if those before it go in order, anywhere
 * within that, so that they do not come at once.
 * @param random from 0 to 1
 * @returns milliseconds
 */
export function paceWaitMs(
  { asked, perWindow, untilNextMs, windowMs }: FullWindow,
  random: () => number = Math.random,
): number {
  const windowsBefore = Math.max(0, Math.ceil(asked / perWindow) - 2);
  return Math.min(untilNextMs + (windowsBefore + random()) * windowMs, LONGEST_WAIT_MS);
}
