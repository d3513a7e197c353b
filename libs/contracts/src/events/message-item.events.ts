import { Static, Type } from '@sinclair/typebox';
import { STORED_AS } from '../rpc/define-rpc';
import { CLOSED } from '../rpc/nullable';
import { ReactionSchema } from './message.event';

const reactionChange = {
  id: Type.Integer(),
  type: Type.Literal('reaction'),
  message_id: Type.Integer(),
  user_id: Type.Integer({ description: 'Who reacted.' }),
  emoji_name: Type.String(),
  emoji_code: Type.String(),
  reaction_type: ReactionSchema.properties.reaction_type,
};
/** Stored for the release before, which shows who reacted by name too. */
const user = Type.Object({ user_id: Type.Integer(), email: Type.String(), full_name: Type.String() }, CLOSED);

function reaction<const O extends 'add' | 'remove'>(op: O) {
  const fields = { ...reactionChange, op: Type.Literal(op) };
  return Type.Object(fields, { ...CLOSED, [STORED_AS]: Type.Object({ ...fields, user }, CLOSED) });
}

/** A reaction was added to a message (messages.md 12). */
export const ReactionAddEventSchema = reaction('add');

/** A reaction was taken back (messages.md 12). */
export const ReactionRemoveEventSchema = reaction('remove');

type Stored<E> = E extends { id: number } ? Omit<E, 'id'> & { user: Static<typeof user> } : never;
export type StoredReactionEvent = Stored<
  Static<typeof ReactionAddEventSchema> | Static<typeof ReactionRemoveEventSchema>
>;

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
