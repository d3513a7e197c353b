import { encodeAudience } from '../changes/audience';
import type { ChangeEvent } from '../changes/change';

/** An event of any type and fields, for tests of what carries events and never looks into them. */
export function madeUpEvent(
  event: ChangeEvent['body']['event'],
  to: Iterable<number>,
  publicChannel?: number,
): ChangeEvent {
  const route = { type: event.type, to: encodeAudience(to) };
  return { route: publicChannel === undefined ? route : { ...route, publicChannel }, body: { event } };
}
