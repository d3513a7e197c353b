import { Static, Type } from '@sinclair/typebox';
import {
  AttachmentEventSchema,
  AttachmentRemoveEventSchema,
  RealmEmojiAddEventSchema,
  RealmEmojiEventSchema,
  RealmEmojiUpdateOneEventSchema,
} from '@stoa/contracts/events';
import { ClientState } from './client-state';

/** Files and what is made of them. Of uploads a registration says nothing: clients ask for their list. */
export const FILE_EVENTS = Type.Union([
  AttachmentEventSchema,
  AttachmentRemoveEventSchema,
  RealmEmojiEventSchema,
  RealmEmojiAddEventSchema,
  RealmEmojiUpdateOneEventSchema,
]);

export function applyFileEvent(state: ClientState, event: Static<typeof FILE_EVENTS>): void {
  if (event.type !== 'realm_emoji' || !state.realm_emoji) return;
  const table: [id: string, emoji: object][] = Object.entries(state.realm_emoji);
  if (event.op === 'update') state.realm_emoji = event.realm_emoji;
  else if (event.op === 'add') state.realm_emoji = Object.fromEntries([...table, [event.emoji.id, event.emoji]]);
  else {
    const changed = table.map(([id, emoji]) => [id, id === event.emoji_id ? { ...emoji, ...event.data } : emoji]);
    state.realm_emoji = Object.fromEntries(changed);
  }
}
