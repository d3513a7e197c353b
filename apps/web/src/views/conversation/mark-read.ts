import { updateMessageFlags } from '@stoa/contracts/messages';
import { call } from '../../api/client';
import { act } from '../../client/act';
import { type Client, useClientState } from '../../client/client';
import { type Narrow, kindOf, narrowKey } from '../../narrow/terms';
import { withFlag } from '../../store/local-flags';
import { Store, useSlice } from '../../store/store';
import { type Unreading, unreadingIn } from './reading';

/** Views in which messages were marked as unread by hand: seeing them again does not undo that. */
const paused = new Store<ReadonlySet<string>>(new Set());

/** Until the view is left, seeing its messages does not mark them as read. */
export function pauseReading(view: string): void {
  paused.update((views) => new Set([...views, view]));
}

export function resumeReading(view: string): void {
  if (paused.get().has(view)) paused.update((views) => new Set([...views].filter((other) => other !== view)));
}

/** Why what is seen in a view stays unread, as of now. */
function unreading(client: Client, narrow: Narrow): Unreading | undefined {
  const policy = client.store.get().settings.web_mark_read_on_scroll_policy;
  return unreadingIn({ kind: kindOf(narrow), policy, isPaused: paused.get().has(narrowKey(narrow)) });
}

/** The same for what is drawn. */
export function useUnreading(narrow: Narrow): Unreading | undefined {
  const key = narrowKey(narrow);
  const policy = useClientState((state) => state.settings.web_mark_read_on_scroll_policy);
  const isPaused = useSlice(paused, (views) => views.has(key));
  return unreadingIn({ kind: kindOf(narrow), policy, isPaused });
}

/** Messages were passed on the way down, or the end was seen: they are read, where view and setting allow, by who looks. */
export function markRead(client: Client, passed: readonly number[], narrow: Narrow): void {
  if (!document.hasFocus() || unreading(client, narrow) !== undefined) return;
  const { messages, unreadPlaces } = client.store.get();
  const ids = passed.filter((id) => unreadPlaces.has(id) && !messages.get(id)?.isStale);
  if (ids.length === 0) return;
  client.store.update((state) => withFlag(state, ids, 'read', true));
  void act(() => call(updateMessageFlags, { messages: ids, op: 'add', flag: 'read' }), {
    undo: () => client.store.update((state) => withFlag(state, ids, 'read', false)),
  });
}
