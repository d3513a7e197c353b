import { deleteMessage, deleteTopic, getMessageHistory, reportMessage, updateMessage } from '@stoa/contracts';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import {
  DeleteTopicParams,
  EditMessageParams,
  MessageHistoryParams,
  OneMessageParams,
  ReportMessageParams,
} from './editing.params';

const INVALID_MESSAGE = { code: 'BAD_REQUEST', msg: 'Invalid message(s)' };

/** Moves and deletions of large topics take their time. */
const LONG_MS = 58_000;

/** What becomes of messages after they were sent. */
@EndpointController()
export class EditingController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint({
    method: 'PATCH',
    path: 'messages/{message_id}',
    tag: 'Messages',
    summary: 'Edit or move messages',
    description:
      'Edits the content of a message, or moves messages of its topic to another topic, another channel, or both. A topic ' +
      'is resolved by a check mark (U+2714) and a space before it.',
    auth: 'user',
    deadlineMs: LONG_MS,
    params: EditMessageParams,
    response: updateMessage.response,
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
        code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
        msg: 'You only have permission to move the 3/5 most recent messages in this topic.',
      },
    ],
  })
  edit(ctx: UserContext, params: EditMessageParams): Promise<Buffer> {
    return this.rpc.callRaw(updateMessage, ctx, {
      messageId: params.messageId,
      content: params.content ?? null,
      topic: params.topic ?? null,
      channelId: params.channelId ?? null,
      propagateMode: params.propagateMode,
      sendNotificationToOldThread: params.sendNotificationToOldThread,
      sendNotificationToNewThread: params.sendNotificationToNewThread,
      prevContentSha256: params.prevContentSha256 ?? null,
    });
  }

  @Endpoint({
    method: 'DELETE',
    path: 'messages/{message_id}',
    tag: 'Messages',
    summary: 'Delete a message',
    auth: 'user',
    params: OneMessageParams,
    response: deleteMessage.response,
    errors: [
      INVALID_MESSAGE,
      { code: 'BAD_REQUEST', msg: "You don't have permission to delete this message" },
      { code: 'BAD_REQUEST', msg: 'The time limit for deleting this message has passed' },
      { code: 'BAD_REQUEST', msg: 'Message already deleted' },
    ],
  })
  delete(ctx: UserContext, { messageId }: OneMessageParams): Promise<Buffer> {
    return this.rpc.callRaw(deleteMessage, ctx, { messageId });
  }

  @Endpoint({
    method: 'GET',
    path: 'messages/{message_id}/history',
    tag: 'Messages',
    summary: "Get a message's edit history",
    auth: 'user',
    params: MessageHistoryParams,
    response: getMessageHistory.response,
    errors: [INVALID_MESSAGE, { code: 'BAD_REQUEST', msg: 'Message edit history is disabled in this organization' }],
  })
  history(ctx: UserContext, params: MessageHistoryParams): Promise<Buffer> {
    return this.rpc.callRaw(getMessageHistory, ctx, params);
  }

  @Endpoint({
    method: 'POST',
    path: 'messages/{message_id}/report',
    tag: 'Messages',
    summary: 'Report a message to the moderators',
    auth: 'user',
    params: ReportMessageParams,
    response: reportMessage.response,
    errors: [
      INVALID_MESSAGE,
      { code: 'BAD_REQUEST', msg: 'Message reporting is not enabled in this organization.' },
      { code: 'BAD_REQUEST', msg: 'An explanation is required.' },
    ],
  })
  report(ctx: UserContext, { messageId, reportType, description }: ReportMessageParams): Promise<Buffer> {
    return this.rpc.callRaw(reportMessage, ctx, { messageId, reportType, description: description ?? null });
  }

  @Endpoint({
    method: 'POST',
    path: 'streams/{stream_id}/delete_topic',
    tag: 'Channels',
    summary: 'Delete a topic',
    description: 'Deletes in batches; an answer without `complete` asks for the same request again.',
    auth: 'user',
    guard: 'administrator',
    deadlineMs: LONG_MS,
    params: DeleteTopicParams,
    response: deleteTopic.response,
    errors: [
      { code: 'BAD_REQUEST', msg: 'Invalid channel ID' },
      { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization administrator' },
    ],
  })
  deleteTopic(ctx: UserContext, params: DeleteTopicParams): Promise<Buffer> {
    return this.rpc.callRaw(deleteTopic, ctx, params);
  }
}
