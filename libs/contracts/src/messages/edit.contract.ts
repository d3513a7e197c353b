import { Static, Type } from '@sinclair/typebox';
import { EmptyResponseSchema } from '../empty-response';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED, Nullable } from '../users/nullable';
import { AttachmentSchema } from './attachments.contract';

const PropagateModeSchema = Type.Union([
  Type.Literal('change_one'),
  Type.Literal('change_later'),
  Type.Literal('change_all'),
]);
export type PropagateMode = Static<typeof PropagateModeSchema>;

/** `PATCH /messages/{id}` (messages.md 5); what is null stays. */
export const UpdateMessageRequestSchema = Type.Object({
  messageId: Type.Integer(),
  content: Nullable(Type.String()),
  topic: Nullable(Type.String()),
  channelId: Nullable(Type.Integer()),
  propagateMode: PropagateModeSchema,
  sendNotificationToOldThread: Type.Boolean(),
  sendNotificationToNewThread: Type.Boolean(),
  prevContentSha256: Nullable(Type.String()),
});
export type UpdateMessageRequest = Static<typeof UpdateMessageRequestSchema>;

export const updateMessage = defineRpc({
  subject: 'rpc.messages.v1.messages.update',
  request: UpdateMessageRequestSchema,
  response: Type.Object(
    {
      detached_uploads: Type.Array(AttachmentSchema, {
        description: 'Files of the caller that nothing refers to any more.',
      }),
    },
    CLOSED,
  ),
  timeoutMs: 55_000,
  idempotent: false,
});

/** `DELETE /messages/{id}` (messages.md 7). */
export const deleteMessage = defineRpc({
  subject: 'rpc.messages.v1.messages.delete',
  request: Type.Object({ messageId: Type.Integer() }),
  response: EmptyResponseSchema,
  idempotent: false,
});

/** `POST /streams/{stream_id}/delete_topic` (channels.md 11.3). */
export const deleteTopic = defineRpc({
  subject: 'rpc.messages.v1.messages.delete-topic',
  request: Type.Object({ channelId: Type.Integer(), topic: Type.String() }),
  response: Type.Object(
    { complete: Type.Boolean({ description: 'False: time ran out, repeat the request.' }) },
    CLOSED,
  ),
  timeoutMs: 59_000,
  idempotent: true,
});

/** One state of a message, right after an edit (messages.md 4). */
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

/** `GET /messages/{id}/history` (messages.md 4). */
export const getMessageHistory = defineRpc({
  subject: 'rpc.messages.v1.messages.history',
  request: Type.Object({ messageId: Type.Integer(), allowEmptyTopicName: Type.Boolean() }),
  response: Type.Object({ message_history: Type.Array(HistoryEntrySchema) }, CLOSED),
  idempotent: true,
});

/** `POST /messages/{id}/report` (messages.md 20). */
export const reportMessage = defineRpc({
  subject: 'rpc.messages.v1.messages.report',
  request: Type.Object({
    messageId: Type.Integer(),
    reportType: Type.Union([
      Type.Literal('spam'),
      Type.Literal('harassment'),
      Type.Literal('inappropriate'),
      Type.Literal('norms'),
      Type.Literal('other'),
    ]),
    description: Nullable(Type.String()),
  }),
  response: EmptyResponseSchema,
  idempotent: false,
});
export type ReportType = Static<typeof reportMessage.request>['reportType'];
