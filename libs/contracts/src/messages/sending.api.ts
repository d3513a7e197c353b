import { Static, Type } from '@sinclair/typebox';
import { boolean, json, oneOf, text } from '@stoa/http-params';
import { defineEndpoint, requestWith } from '../rpc/define-endpoint';
import { RpcRequest, defineRpc } from '../rpc/define-rpc';
import { CLOSED } from '../rpc/nullable';

/** Rules that need more than one parameter, or data, are the service's. */
const newMessage = {
  type: oneOf(['direct', 'private', 'channel', 'stream'], {
    text: 'short',
    doc: 'Channel message (`channel`, `stream`) or direct message (`direct`, `private`).',
  }),
  /** Its reading depends on `type` and may depend on data. */
  to: text({
    optional: true,
    doc: 'Channel: its name or JSON integer ID. Direct message: JSON list of user IDs or of API emails.',
  }),
  topic: text({
    optional: true,
    alias: ['subject'],
    allowNul: true,
    doc: 'Topic; required for channel messages, ignored otherwise.',
  }),
  content: text({ allowNul: true, doc: 'The message in markup.' }),
  queue_id: text({ optional: true, doc: 'Event queue of a client that does local echo.' }),
  local_id: text({ optional: true, doc: 'Passed back in the event to that queue.' }),
  read_by_sender: boolean({
    optional: true,
    doc: "Whether the message starts as read for its sender; by the client's name unless given.",
  }),
  widget_content: text({
    optional: true,
    maxLength: 10_000,
    doc: 'JSON object with `widget_type` and `extra_data`: a form of choices, sent by bots.',
  }),
  forged: text({ optional: true, deprecated: true, doc: '`yes`: sent in the name of somebody else; refused.' }),
  sender: text({ optional: true, deprecated: true, doc: 'In whose name; refused.' }),
  time: json(Type.Number(), { optional: true, deprecated: true, doc: 'When it was sent elsewhere; has no effect.' }),
};

const SentSchema = Type.Object(
  {
    id: Type.Integer({ description: 'ID of the sent message.' }),
    automatic_new_visibility_policy: Type.Optional(
      Type.Integer({ description: "The sender's new policy for the topic, if it changed: 2 unmuted, 3 followed." }),
    ),
  },
  CLOSED,
);
export type SendMessageResponse = Static<typeof SentSchema>;

/** messages.md 3 */
export const sendMessage = defineEndpoint({
  method: 'POST',
  path: 'messages',
  tag: 'Messages',
  summary: 'Send a message',
  description:
    'Sends a channel message or a direct message. With the header `Idempotency-Key` a repeated request within a day ' +
    'gets the first answer again instead of sending a second message.',
  auth: 'user',
  allowsWebhookBots: true,
  params: newMessage,
  response: SentSchema,
  errors: [
    { code: 'STREAM_DOES_NOT_EXIST', msg: "Channel 'nonexistent' does not exist" },
    { code: 'BAD_REQUEST', msg: "Invalid email 'nobody@chat.example'" },
    {
      code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
      msg: 'You do not have permission to use channel wildcard mentions in this channel.',
    },
    {
      code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
      msg: 'You do not have permission to use topic wildcard mentions in this topic.',
    },
    {
      code: 'IDEMPOTENT_REQUEST_IN_PROGRESS',
      msg: 'A request with this Idempotency-Key is in progress',
      status: 409,
    },
  ],
});

/** The work of {@link sendMessage}. */
export const postMessage = defineRpc({
  subject: 'rpc.messages.v1.messages.send',
  auth: 'user',
  request: requestWith(newMessage, {
    /** Header `Idempotency-Key`: the same key and user within a day gets the first answer again. */
    idempotency_key: Type.Optional(Type.String()),
    /** Of this call, unless it has such a key: a repetition of the call finds its message by it. A bigint as text. */
    send_token: Type.Optional(Type.String({ pattern: '^-?[0-9]{1,19}$' })),
    /** Nothing is shown of what it links to; services of the release before show it. */
    without_previews: Type.Optional(Type.Boolean()),
  }),
  response: SentSchema,
  timeoutMs: 15_000,
  idempotent: false,
  isToldOfRepetitions: true,
  inProgressCode: 'IDEMPOTENT_REQUEST_IN_PROGRESS',
});
export type SendMessageRequest = RpcRequest<typeof postMessage>;

/** messages.md 8: as a message of this user would look; nothing is sent. */
export const renderMessage = defineEndpoint({
  method: 'POST',
  path: 'messages/render',
  tag: 'Messages',
  summary: 'Render a message without sending it',
  auth: 'user',
  subject: 'rpc.messages.v1.messages.render',
  idempotent: true,
  params: { content: text({ maxLength: 10_000, doc: 'A message in markup.' }) },
  response: Type.Object({ rendered: Type.String({ description: 'HTML.' }) }, CLOSED),
  errors: [
    { code: 'BAD_REQUEST', msg: 'Unable to render message' },
    { code: 'BAD_REQUEST', msg: 'content is too long (limit: 10000 characters)' },
  ],
});
