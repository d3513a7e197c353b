import {
  createScheduledMessage,
  deleteScheduledMessage,
  editScheduledMessage,
  listScheduledMessages,
} from '@stoa/contracts';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import {
  CreateScheduledMessageParams,
  EditScheduledMessageParams,
  ScheduledMessageParams,
  isChannelType,
} from './scheduled-messages.params';

const PAST = { code: 'BAD_REQUEST', msg: 'Scheduled delivery time must be in the future.' };
const UNKNOWN = { code: 'BAD_REQUEST', msg: 'Scheduled message does not exist', status: 404 };
const RECIPIENTS = [
  { code: 'BAD_REQUEST', msg: 'Invalid data type for channel ID' },
  { code: 'BAD_REQUEST', msg: 'Invalid data type for recipients' },
  { code: 'STREAM_DOES_NOT_EXIST', msg: "Channel with ID '9' does not exist" },
];

@EndpointController()
export class ScheduledMessagesController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint({
    method: 'GET',
    path: 'scheduled_messages',
    tag: 'Scheduled messages',
    summary: 'Get scheduled messages',
    description: 'Those that were not sent yet or could not be sent, by delivery time.',
    auth: 'user',
    response: listScheduledMessages.response,
  })
  list(ctx: UserContext): Promise<Buffer> {
    return this.rpc.callRaw(listScheduledMessages, ctx, {});
  }

  @Endpoint({
    method: 'POST',
    path: 'scheduled_messages',
    tag: 'Scheduled messages',
    summary: 'Schedule a message',
    auth: 'user',
    params: CreateScheduledMessageParams,
    response: createScheduledMessage.response,
    errors: [PAST, ...RECIPIENTS],
  })
  create(ctx: UserContext, params: CreateScheduledMessageParams): Promise<Buffer> {
    return this.rpc.callRaw(createScheduledMessage, ctx, {
      type: isChannelType(params.type) ? 'channel' : 'direct',
      to: params.to,
      topic: params.topic ?? null,
      content: params.content,
      deliverAt: params.deliverAt,
      readBySender: params.readBySender ?? null,
    });
  }

  @Endpoint({
    method: 'PATCH',
    path: 'scheduled_messages/{scheduled_message_id}',
    tag: 'Scheduled messages',
    summary: 'Edit a scheduled message',
    auth: 'user',
    params: EditScheduledMessageParams,
    response: editScheduledMessage.response,
    errors: [
      PAST,
      ...RECIPIENTS,
      { code: 'BAD_REQUEST', msg: 'Nothing to change' },
      { code: 'BAD_REQUEST', msg: 'Recipient required when updating type of scheduled message.' },
      { code: 'BAD_REQUEST', msg: 'Topic required when updating scheduled message type to channel.' },
      { code: 'BAD_REQUEST', msg: 'Scheduled message was already sent' },
      UNKNOWN,
    ],
  })
  edit(ctx: UserContext, params: EditScheduledMessageParams): Promise<Buffer> {
    const { type } = params;
    return this.rpc.callRaw(editScheduledMessage, ctx, {
      scheduledMessageId: params.scheduledMessageId,
      type: type === undefined ? null : isChannelType(type) ? 'channel' : 'direct',
      to: params.to ?? null,
      topic: params.topic ?? null,
      content: params.content ?? null,
      deliverAt: params.deliverAt ?? null,
    });
  }

  @Endpoint({
    method: 'DELETE',
    path: 'scheduled_messages/{scheduled_message_id}',
    tag: 'Scheduled messages',
    summary: 'Delete a scheduled message',
    auth: 'user',
    params: ScheduledMessageParams,
    response: deleteScheduledMessage.response,
    errors: [UNKNOWN],
  })
  delete(ctx: UserContext, { scheduledMessageId }: ScheduledMessageParams): Promise<Buffer> {
    return this.rpc.callRaw(deleteScheduledMessage, ctx, { scheduledMessageId });
  }
}
