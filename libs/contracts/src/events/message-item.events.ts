import { Type } from '@sinclair/typebox';
import { CLOSED } from '../rpc/nullable';
import { ReactionSchema } from './message.event';

const reactionChange = {
  id: Type.Integer(),
  type: Type.Literal('reaction'),
  message_id: Type.Integer(),
  user_id: Type.Integer({ description: 'Who reacted.' }),
  user: Type.Object(
    { user_id: Type.Integer(), email: Type.String(), full_name: Type.String() },
    { ...CLOSED, deprecated: true },
  ),
  emoji_name: Type.String(),
  emoji_code: Type.String(),
  reaction_type: ReactionSchema.properties.reaction_type,
};

/** A reaction was added to a message (messages.md 12). */
export const ReactionAddEventSchema = Type.Object({ ...reactionChange, op: Type.Literal('add') }, CLOSED);

/** A reaction was taken back (messages.md 12). */
export const ReactionRemoveEventSchema = Type.Object({ ...reactionChange, op: Type.Literal('remove') }, CLOSED);

/** What was added to a widget message: a vote, an option, a task (markdown.md 13.2). */
export const SubmessageEventSchema = Type.Object(
  {
    id: Type.Integer(),
    type: Type.Literal('submessage'),
    msg_type: Type.String(),
    message_id: Type.Integer(),
    submessage_id: Type.Integer(),
    sender_id: Type.Integer(),
    content: Type.String({ description: 'JSON text.' }),
  },
  CLOSED,
);
