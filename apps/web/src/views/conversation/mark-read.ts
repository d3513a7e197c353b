import { updateMessageFlags } from '@stoa/contracts/messages';
import { call } from '../../api/client';
import { act } from '../../client/act';
import type { Client } from '../../client/client';
import { type Narrow, type NarrowKind, kindOf, narrowKey } from '../../narrow/terms';
import { withFlag } from '../../store/local-flags';

/** Views in which reading to the end marks as read (web.md 2.14). */
const READING: ReadonlySet<NarrowKind> = new Set(['topic', 'direct', 'channel', 'feed', 'direct-feed']);
const ALWAYS = 1;
const NEVER = 3;

function allows(client: Client, kind: NarrowKind): boolean {
  const policy = client.store.get().settings.web_mark_read_on_scroll_policy;
  if (policy === NEVER || !READING.has(kind)) return false;
  return policy === ALWAYS || kind === 'topic' || kind === 'direct';
}

/** Views in which messages were marked as unread by hand: seeing them again does not undo that. */
const paused = new Set<string>();

/** Until the view is left, seeing its messages does not mark them as read. */
export function pauseReading(view: string): void {
  paused.add(view);
}

export function resumeReading(view: string): void {
  paused.delete(view);
}

/** Messages were passed on the way down, or the end was seen: they are read, where view and setting allow, by who looks. */
export function markRead(client: Client, passed: readonly number[], narrow: Narrow): void {
  if (!document.hasFocus() || !allows(client, kindOf(narrow)) || paused.has(narrowKey(narrow))) return;
  const { messages, unreadPlaces } = client.store.get();
  const ids = passed.filter((id) => unreadPlaces.has(id) && !messages.get(id)?.isStale);
  if (ids.length === 0) return;
  client.store.update((state) => withFlag(state, ids, 'read', true));
  void act(() => call(updateMessageFlags, { messages: ids, op: 'add', flag: 'read' }), {
    undo: () => client.store.update((state) => withFlag(state, ids, 'read', false)),
  });
}
