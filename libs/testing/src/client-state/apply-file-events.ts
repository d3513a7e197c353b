import { Static, Type } from '@sinclair/typebox';
import { AttachmentEventSchema, AttachmentRemoveEventSchema, RealmEmojiEventSchema } from '@stoa/contracts/events';
import { ClientState } from './client-state';

/** Files and what is made of them. Of uploads a registration says nothing: clients ask for their list. */
export const FILE_EVENTS = Type.Union([AttachmentEventSchema, AttachmentRemoveEventSchema, RealmEmojiEventSchema]);

export function applyFileEvent(state: ClientState, event: Static<typeof FILE_EVENTS>): void {
  if (event.type === 'realm_emoji' && state.realm_emoji) state.realm_emoji = event.realm_emoji;
}
