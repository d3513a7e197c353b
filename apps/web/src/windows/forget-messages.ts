import type { Draft } from '../store/draft';
import type { State } from '../store/state';

/** Most messages that are held besides those of windows: each change of the messages copies all that are held. */
const MOST_MESSAGES = 4_000;
/** So many of the newest stay. */
const KEPT_MESSAGES = 3_000;

/** Forgets the oldest messages that no window shows, once there are many: a tab that is open for days stays as it was. */
export function forgetMessages(draft: Draft<State>): void {
  const { messages, windows } = draft.state;
  // Windows alone may hold more than that, and this is asked for every event: they are looked into when it may matter.
  const inWindows = [...windows.values()].reduce((sum, { ids }) => sum + ids.length, 0);
  if (messages.size <= MOST_MESSAGES + inWindows) return;
  const shown = new Set([...windows.values()].flatMap(({ ids }) => ids));
  const others = [...messages.keys()].filter((id) => !shown.has(id));
  if (others.length <= MOST_MESSAGES) return;
  const held = draft.write('messages');
  for (const id of others.sort((a, b) => b - a).slice(KEPT_MESSAGES)) held.delete(id);
}
