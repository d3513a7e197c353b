import { Static, Type } from '@sinclair/typebox';
import { CLOSED, Nullable } from '../rpc/nullable';

const TopicLinkSchema = Type.Object({ text: Type.String(), url: Type.String() }, CLOSED);

/** A message was edited, messages were moved, or a message got another rendering (messages.md 6). */
export const UpdateMessageEventSchema = Type.Object(
  {
    id: Type.Integer(),
    type: Type.Literal('update_message'),
    user_id: Nullable(Type.Integer({ description: 'Who did it; null for a rendering.' })),
    edit_timestamp: Type.Integer(),
    message_id: Type.Integer(),
    message_ids: Type.Array(Type.Integer()),
    flags: Type.Array(Type.String()),
    rendering_only: Type.Boolean(),
    stream_id: Type.Optional(Type.Integer({ description: 'The channel before the edit.' })),
    stream_name: Type.Optional(Type.String()),
    propagate_mode: Type.Optional(
      Type.Union([Type.Literal('change_one'), Type.Literal('change_later'), Type.Literal('change_all')]),
    ),
    orig_subject: Type.Optional(Type.String()),
    subject: Type.Optional(Type.String()),
    topic_links: Type.Optional(Type.Array(TopicLinkSchema)),
    new_stream_id: Type.Optional(Type.Integer()),
    orig_content: Type.Optional(Type.String()),
    orig_rendered_content: Type.Optional(Type.String()),
    content: Type.Optional(Type.String()),
    rendered_content: Type.Optional(Type.String()),
    is_me_message: Type.Optional(Type.Boolean()),
  },
  CLOSED,
);
export type UpdateMessageEvent = Static<typeof UpdateMessageEventSchema>;

/** Flags go with the event (`EventBody`). */
export type StoredUpdateMessageEvent = Omit<UpdateMessageEvent, 'id' | 'flags'>;

const deletion = {
  id: Type.Integer(),
  type: Type.Literal('delete_message'),
  message_ids: Type.Optional(Type.Array(Type.Integer(), { description: 'With `bulk_message_deletion`.' })),
  message_id: Type.Optional(Type.Integer({ description: 'Without `bulk_message_deletion`, one event each.' })),
};

/** Channel messages do not exist any more, or not for this user (messages.md 7). */
export const DeleteChannelMessagesEventSchema = Type.Object(
  { ...deletion, message_type: Type.Literal('stream'), stream_id: Type.Integer(), topic: Type.String() },
  CLOSED,
);

/** Direct messages do not exist any more. */
export const DeleteDirectMessagesEventSchema = Type.Object(
  { ...deletion, message_type: Type.Literal('private') },
  CLOSED,
);
export type DeleteMessagesEvent =
  Static<typeof DeleteChannelMessagesEventSchema> | Static<typeof DeleteDirectMessagesEventSchema>;

type Stored<E> = Omit<E, 'id' | 'message_id' | 'message_ids'> & { message_ids: number[] };

/** Always with all ids: libs/event-shape makes one event of each for clients without `bulk_message_deletion`. */
export type StoredDeleteMessageEvent =
  Stored<Static<typeof DeleteChannelMessagesEventSchema>> | Stored<Static<typeof DeleteDirectMessagesEventSchema>>;
