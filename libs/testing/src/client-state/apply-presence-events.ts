import { Static, Type } from '@sinclair/typebox';
import {
  ChannelTypingEventSchema,
  DirectTypingEventSchema,
  EditTypingEventSchema,
  LegacyPresenceEventSchema,
  ModernPresenceEventSchema,
  UserStatusEventSchema,
} from '@stoa/contracts/events';
import { ClientState } from './client-state';

export const PRESENCE_EVENTS = Type.Union([ModernPresenceEventSchema, LegacyPresenceEventSchema]);
/** Nothing of them is state. */
export const TYPING_EVENTS = Type.Union([DirectTypingEventSchema, ChannelTypingEventSchema, EditTypingEventSchema]);

/** Presences as the queue's own format gives them (users.md 19). */
export function applyPresence(state: ClientState, event: Static<typeof PRESENCE_EVENTS>): void {
  if (!state.presences) return;
  if ('presences' in event) Object.assign(state.presences, event.presences);
  else if (event.email !== undefined) {
    const { pushable: _pushable, ...aggregated } = event.presence.website;
    state.presences[event.email] = { ...event.presence, aggregated };
  }
}

/** Empty texts and `away` false clear their part; a status without parts is none (users.md 10). */
export function applyUserStatus(state: ClientState, event: Static<typeof UserStatusEventSchema>): void {
  if (!state.user_status) return;
  const { id: _id, type: _type, user_id: userId, ...parts } = event;
  const status: Record<string, unknown> = { ...state.user_status[userId], ...parts };
  if (status.away === false) delete status.away;
  if (status.status_text === '') delete status.status_text;
  if (status.emoji_name === '') for (const name of ['emoji_name', 'emoji_code', 'reaction_type']) delete status[name];
  if (Object.keys(status).length > 0) state.user_status[userId] = status;
  else delete state.user_status[userId];
}
