import { Type } from '@sinclair/typebox';
import { boolean, integer, integers, text } from '@stoa/http-params';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { defineEndpoint } from '../rpc/define-endpoint';
import { CLOSED, Nullable } from '../rpc/nullable';
import { INVALID_CHANNEL, INVALID_MESSAGE } from './documented-errors';

/** Marking everything takes its time (messages.md 10). */
const MARK_MS = 58_000;
const FOR_NARROW_MS = 20_000;

/** The texts for unknown values are the service's. */
const change = {
  op: text({ doc: '`add` or `remove`.' }),
  flag: text({ doc: '`read`, `starred`, `collapsed` or `hide_link_previews`.' }),
};
const stream_id = integer({ doc: 'The channel.' });

/** messages.md 11 */
export const updateMessageFlags = defineEndpoint({
  method: 'POST',
  path: 'messages/flags',
  tag: 'Messages',
  summary: 'Change personal message flags',
  auth: 'user',
  subject: 'rpc.messages.v1.flags.update',
  idempotent: true,
  params: { messages: integers({ doc: 'The messages.' }), ...change },
  response: Type.Object(
    {
      messages: Type.Array(Type.Integer({ description: 'The ids of the request.' })),
      ignored_because_not_subscribed_channels: Type.Array(Type.Integer()),
    },
    CLOSED,
  ),
  errors: [{ code: 'BAD_REQUEST', msg: "Invalid flag: 'nonexistent'" }, INVALID_MESSAGE],
});

/** messages.md 11: a window as of a fetch. */
export const updateFlagsForNarrow = defineEndpoint({
  method: 'POST',
  path: 'messages/flags/narrow',
  tag: 'Messages',
  summary: 'Change personal message flags for a narrow',
  description: 'Works on at most 5000 messages; repeat with the last or first processed ID as anchor.',
  auth: 'user',
  subject: 'rpc.messages.v1.flags.update-for-narrow',
  idempotent: true,
  timeoutMs: FOR_NARROW_MS,
  deadlineMs: FOR_NARROW_MS,
  params: {
    anchor: text({ doc: '`newest`, `oldest`, `first_unread` or a message ID.' }),
    include_anchor: boolean({ default: true, doc: 'Whether the message at the anchor is included.' }),
    num_before: integer({ min: 0, doc: 'Messages before the anchor.' }),
    num_after: integer({ min: 0, doc: 'Messages after the anchor.' }),
    narrow: text({ doc: 'JSON list of narrow terms; `[]` filters nothing.' }),
    ...change,
  },
  response: Type.Object(
    {
      processed_count: Type.Integer({ description: 'Messages in the window.' }),
      updated_count: Type.Integer({ description: 'Those that changed.' }),
      first_processed_id: Nullable(Type.Integer()),
      last_processed_id: Nullable(Type.Integer()),
      found_oldest: Type.Boolean(),
      found_newest: Type.Boolean(),
      ignored_because_not_subscribed_channels: Type.Array(Type.Integer()),
    },
    CLOSED,
  ),
  errors: [
    { code: 'BAD_REQUEST', msg: "Flag not editable: 'mentioned'" },
    { code: 'BAD_REQUEST', msg: "Invalid message flag operation: 'toggle'" },
    { code: 'BAD_REQUEST', msg: 'The anchor can only be excluded at an end of the range' },
    { code: 'BAD_NARROW', msg: 'Invalid narrow operator: unknown operator with' },
  ],
});

/** messages.md 10 */
export const markAllRead = defineEndpoint({
  method: 'POST',
  path: 'mark_all_as_read',
  tag: 'Messages',
  summary: 'Mark all messages as read',
  description: 'Deprecated. Repeat it as long as `complete` is false.',
  auth: 'user',
  subject: 'rpc.messages.v1.flags.mark-all-read',
  idempotent: true,
  timeoutMs: MARK_MS,
  deadlineMs: MARK_MS,
  response: Type.Object(
    { complete: Type.Boolean({ description: 'Whether nothing is left; else repeat the request.' }) },
    CLOSED,
  ),
});

/** messages.md 10 */
export const markChannelRead = defineEndpoint({
  method: 'POST',
  path: 'mark_stream_as_read',
  tag: 'Messages',
  summary: 'Mark a channel as read',
  description: 'Deprecated.',
  auth: 'user',
  subject: 'rpc.messages.v1.flags.mark-channel-read',
  idempotent: true,
  timeoutMs: MARK_MS,
  deadlineMs: MARK_MS,
  params: { stream_id },
  response: EmptyResponseSchema,
  errors: [INVALID_CHANNEL],
});

/** messages.md 10 */
export const markTopicRead = defineEndpoint({
  method: 'POST',
  path: 'mark_topic_as_read',
  tag: 'Messages',
  summary: 'Mark a topic as read',
  description: 'Deprecated.',
  auth: 'user',
  subject: 'rpc.messages.v1.flags.mark-topic-read',
  idempotent: true,
  timeoutMs: MARK_MS,
  deadlineMs: MARK_MS,
  readsAsDeclared: true,
  params: { topic_name: text({ doc: 'The topic.' }), stream_id },
  response: EmptyResponseSchema,
  errors: [INVALID_CHANNEL, { code: 'BAD_REQUEST', msg: "No such topic 'nonexistent'" }],
});
