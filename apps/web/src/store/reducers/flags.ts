import { directKey } from '../conversation';
import type { Draft } from '../draft';
import { mentionOf, addUnread, clearUnread, removeUnread, unreadOf } from '../unread';
import type { State } from '../state';
import { type EventOf, type EventWith } from './event';
import { changeMessage } from './messages';

/** `update_message_flags`: what is read, starred, collapsed … */
export function applyFlags(draft: Draft<State>, event: EventOf<'update_message_flags'>): void {
  const isAdded = event.op === 'add';
  const ids = isAdded && event.all ? [...draft.state.messages.keys()] : event.messages;
  for (const id of ids) flag(draft, id, event.flag, isAdded);
  if (event.flag === 'starred') star(draft, event.messages, isAdded);
  if (event.flag !== 'read') return;
  if (event.op === 'remove') markUnread(draft, event);
  else if (event.all) clearUnread(draft);
  else removeUnread(draft, event.messages);
}

function flag(draft: Draft<State>, id: number, name: string, isAdded: boolean): void {
  changeMessage(draft, id, (message) => {
    if (message.flags.has(name) === isAdded) return message;
    const flags = new Set(message.flags);
    if (isAdded) flags.add(name);
    else flags.delete(name);
    return { ...message, flags };
  });
}

function star(draft: Draft<State>, ids: readonly number[], isAdded: boolean): void {
  const changed = ids.filter((id) => draft.state.starred.has(id) !== isAdded);
  if (changed.length === 0) return;
  const starred = draft.write('starred');
  for (const id of changed) {
    if (isAdded) starred.add(id);
    else starred.delete(id);
  }
}

/** The event says where messages stand that are not held; a held one knows better how it mentions the user. */
function markUnread(draft: Draft<State>, event: EventWith<'update_message_flags', 'remove'>): void {
  const details = new Map(Object.entries(event.message_details ?? {}).map(([id, detail]) => [Number(id), detail]));
  for (const id of event.messages) {
    const message = draft.state.messages.get(id);
    const detail = details.get(id);
    if (message) addUnread(draft, { ...unreadOf(message), mention: mentionOf(message.flags) });
    else if (detail?.type === 'private') {
      const key = directKey(detail.user_ids ?? [], draft.state.userId);
      addUnread(draft, { id, place: { kind: 'direct', key }, mention: detail.mentioned && 'personal' });
    } else if (detail?.stream_id !== undefined) {
      const place = { kind: 'topic', channelId: detail.stream_id, topic: detail.topic ?? '' } as const;
      addUnread(draft, { id, place, mention: detail.mentioned && 'personal' });
    }
  }
}
