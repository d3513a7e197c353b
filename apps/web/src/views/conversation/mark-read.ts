import { updateMessageFlags } from '@stoa/contracts/messages';
import { call } from '../../api/client';
import type { Client } from '../../client/client';
import type { NarrowKind } from '../../narrow/terms';
import { changed } from '../../store/apply';
import type { MessageWindow } from '../../store/state';
import { removeUnread } from '../../store/unread';

/** Views in which reading to the end marks as read (web.md 2.14). */
const READING: ReadonlySet<NarrowKind> = new Set(['topic', 'direct', 'channel', 'feed', 'direct-feed']);
const ALWAYS = 1;
const NEVER = 3;

function allows(client: Client, kind: NarrowKind): boolean {
  const policy = client.store.get().settings.web_mark_read_on_scroll_policy;
  if (policy === NEVER || !READING.has(kind)) return false;
  return policy === ALWAYS || kind === 'topic' || kind === 'direct';
}

/** The end of a window was seen: everything in it is read, where the view and the setting allow, by who looks at it. */
export function addFlag(client: Client, window: MessageWindow, kind: NarrowKind): void {
  if (!document.hasFocus() || !allows(client, kind)) return;
  const { messages, unreadPlaces } = client.store.get();
  const ids = window.ids.filter((id) => unreadPlaces.has(id) && !messages.get(id)?.isStale);
  if (ids.length === 0) return;
  client.store.update((state) =>
    changed(state, (draft) => {
      removeUnread(draft, ids);
      const held = draft.write('messages');
      for (const id of ids) {
        const message = held.get(id);
        if (message) held.set(id, { ...message, flags: new Set([...message.flags, 'read']) });
      }
    }),
  );
  // The service's own count comes back with the next registration, should this not arrive.
  void call(updateMessageFlags, { messages: ids, op: 'add', flag: 'read' }).catch(() => undefined);
}
