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
/** By so much less, so that not all of those ask at once. */
const LONGEST_SPREAD_MS = 10 * 60_000;

/**
 * How long one of too many waits: into the window in which there is room for it if those before it go in order, anywhere
 * within that, so that they do not come at once. Half an hour at most.
 * @param random from 0 to 1
 * @returns milliseconds
 */
export function paceWaitMs(
  { asked, perWindow, untilNextMs, windowMs }: FullWindow,
  random: () => number = Math.random,
): number {
  const windowsBefore = Math.max(0, Math.ceil(asked / perWindow) - 2);
  const place = random();
  const waitMs = untilNextMs + (windowsBefore + place) * windowMs;
  return waitMs <= LONGEST_WAIT_MS ? waitMs : LONGEST_WAIT_MS - place * LONGEST_SPREAD_MS;
}
