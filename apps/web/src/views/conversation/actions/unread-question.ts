import { type Narrow, kindOf, narrowKey } from '../../../narrow/terms';
import type { State } from '../../../store/state';

/** From so many messages on it is asked before they become unread again. */
const MANY = 50;
/** Counts are named in steps of this. */
const STEP = 25;

/**
 * How many messages of a view of many conversations would become unread again from one on, rounded down, where that is to
 * be asked: there are many, or nobody knows how many (web.md 2.14). Undefined where nothing is asked.
 */
export function unreadQuestion(
  { windows, unreadPlaces, messages, channels }: Pick<State, 'windows' | 'unreadPlaces' | 'messages' | 'channels'>,
  view: Narrow,
  fromId: number,
): number | undefined {
  const kind = kindOf(view);
  const window = windows.get(narrowKey(view));
  if (!window || kind === 'topic' || kind === 'direct') return undefined;
  // Of channels to which one is not subscribed, messages stay read.
  const isAffected = (id: number): boolean => {
    const message = messages.get(id);
    return message?.type !== 'stream' || channels.get(message.stream_id)?.isSubscribed === true;
  };
  const count = window.ids.filter((id) => id >= fromId && !unreadPlaces.has(id) && isAffected(id)).length;
  if (count < MANY && window.haveNewest) return undefined;
  return count - (count % STEP);
}
