import { type Client, useClientState } from '../../client/client';
import { composeIsLarge } from '../../compose/size-button';
import { type Narrow, kindOf, narrowKey, operandOf } from '../../narrow/terms';
import { readQueueOf } from '../../parts/read-queue';
import { withFlag } from '../../store/local-flags';
import { Store, useSlice } from '../../store/store';
import { isDialogOpen } from '../../ui/dialogs-open';
import { type Reading, type Unreading, unreadingIn } from './reading';

/** Views in which messages were marked as unread by hand: seeing them again does not undo that. */
const paused = new Store<ReadonlySet<string>>(new Set());

/** Until the view is left, seeing its messages does not mark them as read. */
export function pauseReading(view: string): void {
  paused.update((views) => new Set([...views, view]));
}

export function resumeReading(view: string): void {
  if (paused.get().has(view)) paused.update((views) => new Set([...views].filter((other) => other !== view)));
}

function viewOf(narrow: Narrow): Pick<Reading, 'kind' | 'isNear'> {
  return { kind: kindOf(narrow), isNear: operandOf(narrow, 'near') !== undefined };
}

/** Why what is seen in a view stays unread, as of now. */
function unreading(client: Client, narrow: Narrow): Unreading | undefined {
  const policy = client.store.get().settings.web_mark_read_on_scroll_policy;
  return unreadingIn({ ...viewOf(narrow), policy, isPaused: paused.get().has(narrowKey(narrow)) });
}

/** The same for what is drawn. */
export function useUnreading(narrow: Narrow): Unreading | undefined {
  const key = narrowKey(narrow);
  const policy = useClientState((state) => state.settings.web_mark_read_on_scroll_policy);
  const isPaused = useSlice(paused, (views) => views.has(key));
  return unreadingIn({ ...viewOf(narrow), policy, isPaused });
}

/** Who looks at what lies over the messages does not read them. */
function isLookedAt(): boolean {
  return document.hasFocus() && !composeIsLarge.get() && !isDialogOpen();
}

/** Messages were passed on the way down, or the end was seen: they are read, where view and setting allow, by who looks. */
export function markRead(client: Client, passed: readonly number[], narrow: Narrow): void {
  if (!isLookedAt() || unreading(client, narrow) !== undefined) return;
  const { messages, unreadPlaces } = client.store.get();
  const ids = passed.filter((id) => unreadPlaces.has(id) && !messages.get(id)?.isStale);
  if (ids.length === 0) return;
  client.store.update((state) => withFlag(state, ids, 'read', true));
  readQueueOf(client).add(ids);
}
