import { Type } from '@sinclair/typebox';
import { integer, text } from '@stoa/http-params';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { defineEndpoint } from '../rpc/define-endpoint';
import { CLOSED } from '../rpc/nullable';
import { INVALID_MESSAGE } from './documented-errors';

const message_id = integer({ doc: 'ID of the message.' });

/** Parts that are left out are looked up from the name (messages.md 12). */
export const addReaction = defineEndpoint({
  method: 'POST',
  path: 'messages/{message_id}/reactions',
  tag: 'Messages',
  summary: 'Add an emoji reaction',
  auth: 'user',
  subject: 'rpc.messages.v1.reactions.add',
  params: {
    message_id,
    emoji_name: text({ doc: 'Name of the emoji.' }),
    emoji_code: text({ optional: true, doc: 'Its code within the type; looked up by name unless given.' }),
    reaction_type: text({
      optional: true,
      doc: '`unicode_emoji`, `realm_emoji`, or `zulip_extra_emoji` (also written `service_extra_emoji`).',
    }),
  },
  response: EmptyResponseSchema,
  errors: [
    INVALID_MESSAGE,
    { code: 'BAD_REQUEST', msg: "Emoji 'xxx' does not exist" },
    { code: 'BAD_REQUEST', msg: 'Invalid emoji code.' },
    { code: 'BAD_REQUEST', msg: 'Invalid emoji name.' },
    { code: 'BAD_REQUEST', msg: 'Invalid custom emoji.' },
    { code: 'BAD_REQUEST', msg: 'Invalid custom emoji name.' },
    { code: 'BAD_REQUEST', msg: 'This custom emoji has been deactivated.' },
    { code: 'BAD_REQUEST', msg: 'Invalid emoji type.' },
    { code: 'REACTION_ALREADY_EXISTS', msg: 'Reaction already exists.' },
  ],
});

/** By code, or by name. */
export const removeReaction = defineEndpoint({
  method: 'DELETE',
  path: 'messages/{message_id}/reactions',
  tag: 'Messages',
  summary: 'Remove an emoji reaction',
  auth: 'user',
  subject: 'rpc.messages.v1.reactions.remove',
  params: {
    message_id,
    emoji_name: text({ optional: true, doc: 'Name of the emoji.' }),
    emoji_code: text({ optional: true, doc: 'Its code within the type.' }),
    reaction_type: text({ default: 'unicode_emoji', doc: 'As for adding.' }),
  },
  response: EmptyResponseSchema,
  errors: [
    INVALID_MESSAGE,
    { code: 'BAD_REQUEST', msg: 'At least one of the following arguments must be present: emoji_name, emoji_code' },
    { code: 'REACTION_DOES_NOT_EXIST', msg: "Reaction doesn't exist." },
  ],
});

/** Who has read a message (messages.md 13). */
export const getReadReceipts = defineEndpoint({
  method: 'GET',
  path: 'messages/{message_id}/read_receipts',
  tag: 'Messages',
  summary: 'Get who has read a message',
  description: 'Neither the sender nor users who do not send read receipts are listed.',
  auth: 'user',
  subject: 'rpc.messages.v1.read-receipts.get',
  params: { message_id },
  response: Type.Object(
    { user_ids: Type.Array(Type.Integer(), { description: 'Who has read the message, in no order.' }) },
    CLOSED,
  ),
  errors: [INVALID_MESSAGE, { code: 'BAD_REQUEST', msg: 'Read receipts are disabled in this organization.' }],
});

/** A vote, an option, a task: what readers add to a widget (markdown.md 13.2). */
export const addSubmessage = defineEndpoint({
  method: 'POST',
  path: 'submessage',
  tag: 'Messages',
  summary: 'Add to a poll or a todo list',
  auth: 'user',
  subject: 'rpc.messages.v1.submessages.add',
  params: {
    message_id: integer({ doc: 'ID of the widget message.' }),
    msg_type: text({ doc: '`widget`' }),
    content: text({ maxLength: 10_000, doc: 'JSON text: what is added.' }),
  },
  response: EmptyResponseSchema,
  errors: [
    INVALID_MESSAGE,
    { code: 'BAD_REQUEST', msg: 'You cannot attach a submessage to this message.' },
    { code: 'BAD_REQUEST', msg: 'content is too long (limit: 10000 characters)' },
    { code: 'BAD_REQUEST', msg: 'A message cannot have more than 1000 submessages. Send a new message to go on.' },
    { code: 'BAD_REQUEST', msg: 'Invalid json for submessage' },
    { code: 'BAD_REQUEST', msg: 'Unknown type for poll data: x' },
  ],
});
