import { Static, Type } from '@sinclair/typebox';
import { LegacyWebsitePresenceSchema, ModernPresenceSchema } from '../presence/presence.api';
import { CLOSED } from '../rpc/nullable';

const id = Type.Integer();

/** For queues with `simplified_presence_events` (users.md 19). */
export const ModernPresenceEventSchema = Type.Object(
  { id, type: Type.Literal('presence'), presences: Type.Record(Type.String(), ModernPresenceSchema) },
  CLOSED,
);

/** For all others; without `email` for queues registered with `slim_presence`. */
export const LegacyPresenceEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('presence'),
    user_id: Type.Integer(),
    email: Type.Optional(Type.String()),
    server_timestamp: Type.Number(),
    presence: Type.Object({ website: LegacyWebsitePresenceSchema }, CLOSED),
  },
  CLOSED,
);

/** Both forms at once: libs/event-shape takes out what a queue's form does not have. */
export type StoredPresenceEvent = Required<Omit<Static<typeof LegacyPresenceEventSchema>, 'id'>> &
  Pick<Static<typeof ModernPresenceEventSchema>, 'presences'>;

/** Only what changed; an empty text means cleared (users.md 10). */
export const UserStatusEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('user_status'),
    user_id: Type.Integer(),
    away: Type.Optional(Type.Boolean()),
    status_text: Type.Optional(Type.String()),
    emoji_name: Type.Optional(Type.String()),
    emoji_code: Type.Optional(Type.String()),
    reaction_type: Type.Optional(Type.String()),
  },
  CLOSED,
);

const sender = Type.Object({ user_id: Type.Integer(), email: Type.String() }, CLOSED);
const op = Type.Union([Type.Literal('start'), Type.Literal('stop')]);

/** Somebody writes a direct message (messages.md 14). */
export const DirectTypingEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('typing'),
    op,
    message_type: Type.Literal('direct'),
    sender,
    recipients: Type.Array(sender),
  },
  CLOSED,
);

/** Somebody writes to a topic. */
export const ChannelTypingEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('typing'),
    op,
    message_type: Type.Literal('stream'),
    sender,
    stream_id: Type.Integer(),
    topic: Type.String(),
  },
  CLOSED,
);

/** Somebody edits a message. */
export const EditTypingEventSchema = Type.Object(
  {
    id,
    type: Type.Literal('typing_edit_message'),
    op,
    sender_id: Type.Integer(),
    message_id: Type.Integer(),
    recipient: Type.Union([
      Type.Object({ type: Type.Literal('channel'), channel_id: Type.Integer(), topic: Type.String() }, CLOSED),
      Type.Object({ type: Type.Literal('direct'), user_ids: Type.Array(Type.Integer()) }, CLOSED),
    ]),
  },
  CLOSED,
);
