import { integer, integers, oneOf, text } from '@stoa/http-params';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { defineEndpoint } from '../rpc/define-endpoint';

/** messages.md 14 */
export const setTyping = defineEndpoint({
  method: 'POST',
  path: 'typing',
  tag: 'Presence',
  summary: 'Tell that one is typing a message',
  auth: 'user',
  subject: 'rpc.messages.v1.typing.set',
  idempotent: true,
  params: {
    op: oneOf(['start', 'stop'], { doc: 'Whether typing begins or ends.', text: 'short' }),
    type: oneOf(['direct', 'stream', 'channel'], {
      doc: 'Kind of the conversation.',
      text: 'short',
      default: 'direct',
    }),
    to: integers({ doc: 'User IDs of a direct conversation.', optional: true }),
    stream_id: integer({ doc: 'ID of the channel.', optional: true }),
    topic: text({ doc: 'Topic in the channel.', optional: true }),
  },
  response: EmptyResponseSchema,
  errors: [
    { code: 'BAD_REQUEST', msg: "Empty 'to' list" },
    { code: 'BAD_REQUEST', msg: 'Invalid user ID 10' },
    { code: 'BAD_REQUEST', msg: 'Missing topic' },
    { code: 'BAD_REQUEST', msg: 'User has disabled typing notifications for direct messages' },
    { code: 'BAD_REQUEST', msg: 'User has disabled typing notifications for channel messages' },
  ],
});

export const setEditTyping = defineEndpoint({
  method: 'POST',
  path: 'messages/{message_id}/typing',
  tag: 'Presence',
  summary: 'Tell that one is editing a message',
  auth: 'user',
  subject: 'rpc.messages.v1.typing.set-edit',
  idempotent: true,
  params: {
    message_id: integer({ doc: 'ID of the message that is edited.' }),
    op: oneOf(['start', 'stop'], { doc: 'Whether editing begins or ends.', text: 'short' }),
  },
  response: EmptyResponseSchema,
  errors: [{ code: 'BAD_REQUEST', msg: 'Invalid message(s)' }],
});
