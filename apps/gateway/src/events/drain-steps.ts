import { setTimeout as pause } from 'node:timers/promises';

/** A replica that stops lets go of what it holds within this time, at most so many a second unless there are too many. */
const DRAIN_MS = 5_000;
const DRAINED_PER_SECOND = 1_000;
const STEP_MS = 50;

/** Lets go of one held request after the other, spread over a moment so that the clients do not all come back at once. */
export async function inDrainSteps<T>(held: readonly T[], letGo: (item: T) => Promise<void>): Promise<void> {
  const perStep = Math.ceil((Math.max(DRAINED_PER_SECOND, held.length / (DRAIN_MS / 1000)) * STEP_MS) / 1000);
  for (let first = 0; first < held.length; first += perStep) {
    await Promise.all(held.slice(first, first + perStep).map(letGo));
    if (first + perStep < held.length) await pause(STEP_MS);
  }
}
