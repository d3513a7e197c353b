import { Static, Type } from '@sinclair/typebox';
import { boolean, integer, oneOf, text } from '@stoa/http-params';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { RequestOf, defineEndpoint } from '../rpc/define-endpoint';
import { CLOSED, Nullable } from '../rpc/nullable';
import { DetachedUploadSchema } from './attachment-object';
import { INVALID_CHANNEL, INVALID_MESSAGE } from './documented-errors';

const message_id = integer({ doc: 'ID of the message.' });

/** Moves and deletions of large topics take their time. */
const LONG_MS = 58_000;

/** messages.md 5; what is left out stays. */
export const updateMessage = defineEndpoint({
  method: 'PATCH',
  path: 'messages/{message_id}',
  tag: 'Messages',
  summary: 'Edit or move messages',
  description:
    'Edits the content of a message, or moves messages of its topic to another topic, another channel, or both. A topic ' +
    'is resolved by a check mark (U+2714) and a space before it.',
  auth: 'user',
  subject: 'rpc.messages.v1.messages.update',
  timeoutMs: 55_000,
  deadlineMs: LONG_MS,
  params: {
    content: text({ optional: true, allowNul: true, doc: 'The new content in markup.' }),
    topic: text({
      optional: true,
      allowNul: true,
      alias: ['subject'],
      doc: 'The new topic; channel messages only.',
    }),
    stream_id: integer({ optional: true, doc: 'ID of the new channel; not together with `content`.' }),
    propagate_mode: oneOf(['change_one', 'change_later', 'change_all'], {
      text: 'short',
      default: 'change_one',
      doc: 'Which messages of the topic are moved: this one, this and later ones, or all.',
    }),
    send_notification_to_old_thread: boolean({
      default: false,
      doc: 'Whether the notification bot writes where the messages were.',
    }),
    send_notification_to_new_thread: boolean({
      default: true,
      doc: 'Whether the notification bot writes where the messages are now.',
    }),
    prev_content_sha256: text({
      optional: true,
      doc: "SHA-256, in hexadecimal, of the client's copy of the content: the request fails if the message was edited since.",
    }),
    message_id,
  },
  response: Type.Object(
    {
      detached_uploads: Type.Array(DetachedUploadSchema, {
        description: 'Files of the caller that nothing refers to any more.',
      }),
    },
    CLOSED,
  ),
  errors: [
    INVALID_MESSAGE,
    { code: 'BAD_REQUEST', msg: "You don't have permission to edit this message" },
    { code: 'BAD_REQUEST', msg: 'The time limit for editing this message has passed' },
    { code: 'BAD_REQUEST', msg: 'Nothing to change' },
    {
      code: 'EXPECTATION_MISMATCH',
      msg: "'prev_content_sha256' value does not match the expected value.",
    },
    {
      code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
      msg: 'You do not have permission to use channel wildcard mentions in this channel.',
    },
    {
      code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
      msg: 'You do not have permission to use topic wildcard mentions in this topic.',
    },
    {
      code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
      msg: 'You only have permission to move the 3/5 most recent messages in this topic.',
    },
  ],
});
export type UpdateMessageRequest = RequestOf<typeof updateMessage>;

/** messages.md 7 */
export const deleteMessage = defineEndpoint({
  method: 'DELETE',
  path: 'messages/{message_id}',
  tag: 'Messages',
  summary: 'Delete a message',
  auth: 'user',
  subject: 'rpc.messages.v1.messages.delete',
  params: { message_id },
  response: EmptyResponseSchema,
  errors: [
    INVALID_MESSAGE,
    { code: 'BAD_REQUEST', msg: "You don't have permission to delete this message" },
    { code: 'BAD_REQUEST', msg: 'The time limit for deleting this message has passed' },
    { code: 'BAD_REQUEST', msg: 'Message already deleted' },
  ],
});

/** channels.md 11.3 */
export const deleteTopic = defineEndpoint({
  method: 'POST',
  path: 'streams/{stream_id}/delete_topic',
  tag: 'Channels',
  summary: 'Delete a topic',
  description: 'Deletes in batches; an answer without `complete` asks for the same request again.',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.messages.v1.messages.delete-topic',
  timeoutMs: 59_000,
  deadlineMs: LONG_MS,
  idempotent: true,
  params: {
    stream_id: integer({ doc: 'ID of the channel.' }),
    topic_name: text({ allowNul: true, doc: 'The topic.' }),
  },
  response: Type.Object(
    { complete: Type.Boolean({ description: 'False: time ran out, repeat the request.' }) },
    CLOSED,
  ),
  errors: [INVALID_CHANNEL, { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization administrator' }],
});

/** One state of a message, right after an edit. */
const HistoryEntrySchema = Type.Object(
  {
    topic: Type.String(),
    content: Type.String(),
    rendered_content: Type.String(),
    timestamp: Type.Integer(),
    user_id: Nullable(Type.Integer()),
    prev_topic: Type.Optional(Type.String()),
    stream: Type.Optional(Type.Integer()),
    prev_stream: Type.Optional(Type.Integer()),
    prev_content: Type.Optional(Type.String()),
    prev_rendered_content: Type.Optional(Type.String()),
    content_html_diff: Type.Optional(Type.String()),
  },
  CLOSED,
);
export type HistoryEntry = Static<typeof HistoryEntrySchema>;

/** messages.md 4 */
export const getMessageHistory = defineEndpoint({
  method: 'GET',
  path: 'messages/{message_id}/history',
  tag: 'Messages',
  summary: "Get a message's edit history",
  auth: 'user',
  subject: 'rpc.messages.v1.messages.history',
  params: {
    allow_empty_topic_name: boolean({ default: false, doc: 'The client knows the empty topic.' }),
    message_id,
  },
  response: Type.Object({ message_history: Type.Array(HistoryEntrySchema) }, CLOSED),
  errors: [INVALID_MESSAGE, { code: 'BAD_REQUEST', msg: 'Message edit history is disabled in this organization' }],
});
