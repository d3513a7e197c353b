import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { eventOf } from '@stoa/contracts/events';
import {
  createScheduledMessage,
  deleteScheduledMessage,
  editScheduledMessage,
  listScheduledMessages,
} from '@stoa/contracts/messages';
import type { EditScheduledMessageRequest } from '@stoa/contracts/messages';
import { DomainError, UnavailableError, badRequest } from '@stoa/errors';
import { Database, WriteTransaction, lockUser } from '@stoa/database';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { PreparedSend } from '../../send/storing/prepared-send';
import { isChannelType, isReadBySender } from '../../send/messages/recipients';
import { SendMessageService } from '../../send/messages/send-message.service';
import { DeliveryRequests } from './delivery-requests';
import { requireFuture } from './delivery-time';
import { ScheduledContent, ScheduledMessageRow, scheduledMessageObject, sendRequest } from './scheduled-message-row';
import { ScheduledMessagesRepository } from './scheduled-messages.repository';

type NewRequest = RequestOf<typeof createScheduledMessage>;
/** Where a message goes: to a channel, or to users. */
type Recipients = { channelId: number; userIds: [] } | { channelId: null; userIds: number[] };

const ATTEMPTS = 5;

/** Messages that are sent later (messages.md 17); until then only their sender sees them. */
@Injectable()
export class ScheduledMessagesService {
  constructor(
    private readonly database: Database,
    private readonly sending: SendMessageService,
    private readonly repository: ScheduledMessagesRepository,
    private readonly deliveries: DeliveryRequests,
  ) {}

  @Handles(listScheduledMessages)
  async list({ actor }: ActorContext): Promise<RpcResponse<typeof listScheduledMessages>> {
    return { scheduled_messages: (await this.repository.list(actor.userId)).map(scheduledMessageObject) };
  }

  /** @throws DomainError for all that a send is refused for, and `Scheduled delivery time must be in the future.` */
  @Handles(createScheduledMessage)
  async create(ctx: ActorContext, request: NewRequest): Promise<RpcResponse<typeof createScheduledMessage>> {
    const { userId, clientName } = ctx.actor;
    const recipients = recipientsOf(request.type, request.to);
    requireFuture(request.scheduled_delivery_timestamp);
    const { topic, content, read_by_sender } = request;
    const prepared = await this.sending.check(ctx, sendRequest({ ...recipients, topic, content }));
    const message = scheduledContent(prepared, request.scheduled_delivery_timestamp);
    const isNoteToSelf = message.user_ids.length === 1 && message.user_ids[0] === userId;
    const readBySender = isNoteToSelf ? (read_by_sender ?? false) : isReadBySender(clientName, read_by_sender);
    return this.write(ctx, async (tx) => {
      const row = await this.repository.insert(tx, userId, { ...message, clientName, readBySender });
      await this.repository.claimAttachments(tx, row.id, prepared.record.attachment_ids ?? []);
      const scheduled = [scheduledMessageObject(row)];
      tx.emit(eventOf('scheduled_messages', 'add', { scheduled_messages: scheduled }, [userId]));
      return { scheduled_message_id: row.id };
    });
  }

  /** @throws DomainError with the texts of messages.md 17, and for all that a send is refused for */
  @Handles(editScheduledMessage)
  async edit(ctx: ActorContext, request: EditScheduledMessageRequest): Promise<void> {
    checkEdit(request);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const row = await this.repository.find(ctx.actor.userId, request.scheduled_message_id);
      if (!row) throw unknownMessage();
      if (row.is_delivered) throw badRequest('Scheduled message was already sent');
      if (row.failed && request.scheduled_delivery_timestamp === undefined) requireFuture(row.deliver_at);
      if (await this.replace(ctx, row, request)) return;
    }
    throw new UnavailableError('the scheduled message changes faster than it can be edited');
  }

  /** @throws DomainError 404 `Scheduled message does not exist` */
  @Handles(deleteScheduledMessage)
  delete(ctx: ActorContext, { scheduled_message_id }: RequestOf<typeof deleteScheduledMessage>): Promise<void> {
    const { userId } = ctx.actor;
    return this.write(ctx, async (tx) => {
      if (!(await this.repository.delete(tx, userId, scheduled_message_id))) throw unknownMessage();
      await this.repository.claimAttachments(tx, scheduled_message_id, []);
      tx.emit(eventOf('scheduled_messages', 'remove', { scheduled_message_id }, [userId]));
    });
  }

  /** @returns false if the row was changed or sent since it was read */
  private async replace(
    ctx: ActorContext,
    row: ScheduledMessageRow,
    request: EditScheduledMessageRequest,
  ): Promise<boolean> {
    const deliverAt = request.scheduled_delivery_timestamp ?? row.deliver_at;
    const prepared = await this.checkAgain(ctx, row, request);
    const message = prepared ? scheduledContent(prepared, deliverAt) : { ...row, deliver_at: deliverAt };
    return this.write(ctx, async (tx) => {
      const edited = await this.repository.update(tx, row, message);
      if (!edited) return false;
      if (prepared) await this.repository.claimAttachments(tx, row.id, prepared.record.attachment_ids ?? []);
      const scheduled = scheduledMessageObject(edited);
      tx.emit(eventOf('scheduled_messages', 'update', { scheduled_message: scheduled }, [ctx.actor.userId]));
      return true;
    });
  }

  /** Everything but a new time is checked like a send. A topic for a direct message is ignored. */
  private async checkAgain(
    ctx: ActorContext,
    row: ScheduledMessageRow,
    { type, to, topic, content }: EditScheduledMessageRequest,
  ): Promise<PreparedSend | null> {
    const isTopicIgnored = topic === undefined || (row.channel_id === null && !isChannelType(type));
    if (type === undefined && to === undefined && content === undefined && isTopicIgnored) return null;
    const kept = row.channel_id ?? row.user_ids;
    const recipients = recipientsOf(type ?? (row.channel_id === null ? 'direct' : 'channel'), to ?? kept);
    return this.sending.check(
      ctx,
      sendRequest({ ...recipients, topic: topic ?? row.topic, content: content ?? row.content }),
    );
  }

  private async write<T>(ctx: ActorContext, work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    const result = await this.database.write(ctx, [lockUser(ctx.actor.userId)], work);
    this.deliveries.announce();
    return result;
  }
}

function checkEdit({ type, to, topic, content, scheduled_delivery_timestamp }: EditScheduledMessageRequest): void {
  const parts = [type, to, topic, content, scheduled_delivery_timestamp];
  if (parts.every((part) => part === undefined)) throw badRequest('Nothing to change');
  if (type !== undefined && to === undefined) {
    throw badRequest('Recipient required when updating type of scheduled message.');
  }
  if (isChannelType(type) && topic === undefined) {
    throw badRequest('Topic required when updating scheduled message type to channel.');
  }
  if (scheduled_delivery_timestamp !== undefined) requireFuture(scheduled_delivery_timestamp);
}

function recipientsOf(type: NewRequest['type'], to: NewRequest['to']): Recipients {
  if (isChannelType(type)) {
    if (typeof to !== 'number') throw badRequest('Invalid data type for channel ID');
    return { channelId: to, userIds: [] };
  }
  if (typeof to === 'number') throw badRequest('Invalid data type for recipients');
  return { channelId: null, userIds: to };
}

function scheduledContent(send: PreparedSend, deliverAt: number): ScheduledContent {
  const { channel_id: channelId, sender_id: senderId, receipt_user_ids: receipts } = send.record;
  const participants = receipts ?? [];
  const others = participants.filter((userId) => userId !== senderId);
  return {
    kind: channelId === null ? 'private' : 'stream',
    channel_id: channelId,
    user_ids: others.length > 0 ? others : participants,
    topic: send.topic,
    content: send.content,
    rendered_content: send.renderedContent,
    deliver_at: deliverAt,
  };
}

function unknownMessage(): DomainError {
  return new DomainError('BAD_REQUEST', 'Scheduled message does not exist', { status: 404 });
}
