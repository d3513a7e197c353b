/** Clocks that differ by less count as the same (ms): answers tell whole seconds, and are on their way for a while. */
const SAME_MS = 2_000;

/** What the service's clock is ahead of this one, in milliseconds, as of its last answer. */
let aheadMs = 0;

/**
 * Learns the service's clock from an answer.
 * @param date the answer's `Date`, null if it has none
 * @param sentAt when it was asked for, `answeredAt` when it came: milliseconds since 1970 by this device's clock
 */
export function noteServerDate(date: string | null, sentAt: number, answeredAt: number): void {
  const second = Date.parse(date ?? '');
  // An answer that was held, as those that wait for events are, was dated when it began or when it ended: nobody knows.
  if (Number.isNaN(second) || answeredAt - sentAt > SAME_MS) return;
  // In the middle of that second, and of the way there and back.
  const found = second + 500 - (sentAt + answeredAt) / 2;
  aheadMs = Math.abs(found) < SAME_MS ? 0 : found;
}

/** The time by the service's clock, in milliseconds since 1970: limits of time are counted by it (web.md 2.18). */
export function serverNow(): number {
  return Date.now() + aheadMs;
}
