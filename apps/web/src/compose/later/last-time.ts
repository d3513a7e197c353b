import { remembered } from '../../client/remembered';
import { SOONEST_SECONDS } from '../../parts/later-moments';

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

/** The time (seconds since 1970) that was chosen last for a message, on this device; 0 for none. */
export const lastTime = remembered('laterTime', 0, isNumber);

/**
 * The time that was chosen last, as long as it is ahead.
 * @param now seconds since 1970
 */
export function timeToRepeat(now: number, last = lastTime.get()): number | undefined {
  return last >= now + SOONEST_SECONDS ? last : undefined;
}
