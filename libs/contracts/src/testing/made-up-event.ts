import { encodeAudience } from '../changes/audience';
import type { ChangeEvent, EventBody, EventRoute } from '../changes/change';

/** An event of any type and fields, for tests of what carries events and looks into few of them. */
export function madeUpEvent(
  event: ChangeEvent['body']['event'],
  to: Iterable<number>,
  { publicChannel, ...others }: Pick<EventRoute, 'publicChannel'> & Pick<EventBody, 'flags'> = {},
): ChangeEvent {
  const route = { type: event.type, to: encodeAudience(to) };
  return { route: publicChannel === undefined ? route : { ...route, publicChannel }, body: { event, ...others } };
}
