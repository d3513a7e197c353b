import { updateMessageFlags } from '@stoa/contracts/messages';
import { call } from '../../api/client';
import { act } from '../../client/act';
import type { Client } from '../../client/client';
import type { NarrowKind } from '../../narrow/terms';
import { changed } from '../../store/apply';
import type { Draft } from '../../store/draft';
import type { MessageWindow, State } from '../../store/state';
import { addUnread, removeUnread, unreadOf } from '../../store/unread';

/** Views in which reading to the end marks as read (web.md 2.14). */
const READING: ReadonlySet<NarrowKind> = new Set(['topic', 'direct', 'channel', 'feed', 'direct-feed']);
const ALWAYS = 1;
const NEVER = 3;

function allows(client: Client, kind: NarrowKind): boolean {
  const policy = client.store.get().settings.web_mark_read_on_scroll_policy;
  if (policy === NEVER || !READING.has(kind)) return false;
  return policy === ALWAYS || kind === 'topic' || kind === 'direct';
}

function setRead(draft: Draft<State>, ids: readonly number[], isRead: boolean): void {
  const held = draft.write('messages');
  for (const id of ids) {
    const message = held.get(id);
    if (!message) continue;
    const flags = new Set(message.flags);
    if (isRead) flags.add('read');
    else flags.delete('read');
    held.set(id, { ...message, flags });
    if (!isRead) addUnread(draft, unreadOf(message));
  }
  if (isRead) removeUnread(draft, ids);
}

/** The end of a window was seen: everything in it is read, where the view and the setting allow, by who looks at it. */
export function markRead(client: Client, window: MessageWindow, kind: NarrowKind): void {
  if (!document.hasFocus() || !allows(client, kind)) return;
  const { messages, unreadPlaces } = client.store.get();
  const ids = window.ids.filter((id) => unreadPlaces.has(id) && !messages.get(id)?.isStale);
  if (ids.length === 0) return;
  client.store.update((state) => changed(state, (draft) => setRead(draft, ids, true)));
  void act(() => call(updateMessageFlags, { messages: ids, op: 'add', flag: 'read' }), {
    undo: () => client.store.update((state) => changed(state, (draft) => setRead(draft, ids, false))),
  });
}
