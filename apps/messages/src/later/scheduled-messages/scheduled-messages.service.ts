import { Injectable } from '@nestjs/common';
import {
  DomainError,
  RpcRequest,
  ScheduledMessage,
  UnavailableError,
  badRequest,
  createScheduledMessage,
  editScheduledMessage,
} from '@stoa/contracts';
import { eventOf } from '@stoa/contracts/events';
import { Database, WriteTransaction, lockUser } from '@stoa/database';
import { ActorContext } from '@stoa/rpc';
import { PreparedSend } from '../../send/storing/prepared-send';
import { isReadBySender } from '../../send/messages/recipients';
import { SendMessageService } from '../../send/messages/send-message.service';
import { requireFuture } from './delivery-time';
import { ScheduledContent, ScheduledMessageRow, scheduledMessageObject, sendRequest } from './scheduled-message-row';
import { ScheduledMessagesRepository } from './scheduled-messages.repository';

type EditRequest = RpcRequest<typeof editScheduledMessage>;
type Destination = RpcRequest<typeof createScheduledMessage>['to'];
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
  ) {}

  async list({ actor }: ActorContext): Promise<ScheduledMessage[]> {
    return (await this.repository.list(actor.userId)).map(scheduledMessageObject);
  }

  /** @throws DomainError for all that a send is refused for, and `Scheduled delivery time must be in the future.` */
  async create(ctx: ActorContext, request: RpcRequest<typeof createScheduledMessage>): Promise<number> {
    const { userId, clientName } = ctx.actor;
    const recipients = recipientsOf(request.type, request.to);
    requireFuture(request.deliverAt);
    const { topic, content } = request;
    const prepared = await this.sending.check(ctx, sendRequest({ ...recipients, topic, content, readBySender: null }));
    const message = scheduledContent(prepared, request.deliverAt);
    const isNoteToSelf = message.user_ids.length === 1 && message.user_ids[0] === userId;
    const readBySender = isNoteToSelf
      ? (request.readBySender ?? false)
      : isReadBySender(clientName, request.readBySender);
    return this.write(ctx, async (tx) => {
      const row = await this.repository.insert(tx, userId, { ...message, clientName, readBySender });
      await this.repository.claimAttachments(tx, row.id, prepared.attachmentIds);
      const scheduled = [scheduledMessageObject(row)];
      tx.emit(eventOf('scheduled_messages', 'add', { scheduled_messages: scheduled }, [userId]));
      return row.id;
    });
  }

  /** @throws DomainError with the texts of messages.md 17, and for all that a send is refused for */
  async edit(ctx: ActorContext, request: EditRequest): Promise<void> {
    checkEdit(request);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const row = await this.repository.find(ctx.actor.userId, request.scheduledMessageId);
      if (!row) throw unknownMessage();
      if (row.is_delivered) throw badRequest('Scheduled message was already sent');
      if (row.failed && request.deliverAt === null) requireFuture(row.deliver_at);
      if (await this.replace(ctx, row, request)) return;
    }
    throw new UnavailableError('the scheduled message changes faster than it can be edited');
  }

  /** @throws DomainError 404 `Scheduled message does not exist` */
  delete(ctx: ActorContext, scheduledMessageId: number): Promise<void> {
    const { userId } = ctx.actor;
    return this.write(ctx, async (tx) => {
      if (!(await this.repository.delete(tx, userId, scheduledMessageId))) throw unknownMessage();
      await this.repository.claimAttachments(tx, scheduledMessageId, []);
      tx.emit(eventOf('scheduled_messages', 'remove', { scheduled_message_id: scheduledMessageId }, [userId]));
    });
  }

  /** @returns false if the row was changed or sent since it was read */
  private async replace(ctx: ActorContext, row: ScheduledMessageRow, request: EditRequest): Promise<boolean> {
    const deliverAt = request.deliverAt ?? row.deliver_at;
    const prepared = await this.checkAgain(ctx, row, request);
    const message = prepared ? scheduledContent(prepared, deliverAt) : { ...row, deliver_at: deliverAt };
    return this.write(ctx, async (tx) => {
      const edited = await this.repository.update(tx, row, message);
      if (!edited) return false;
      if (prepared) await this.repository.claimAttachments(tx, row.id, prepared.attachmentIds);
      const scheduled = scheduledMessageObject(edited);
      tx.emit(eventOf('scheduled_messages', 'update', { scheduled_message: scheduled }, [ctx.actor.userId]));
      return true;
    });
  }

  /** Everything but a new time is checked like a send. A topic for a direct message is ignored. */
  private async checkAgain(
    ctx: ActorContext,
    row: ScheduledMessageRow,
    { type, to, topic, content }: EditRequest,
  ): Promise<PreparedSend | null> {
    const isTopicIgnored = topic === null || (row.channel_id === null && type !== 'channel');
    if (type === null && to === null && content === null && isTopicIgnored) return null;
    const kept: Destination = row.channel_id ?? row.user_ids;
    const recipients = recipientsOf(type ?? (row.channel_id === null ? 'direct' : 'channel'), to ?? kept);
    return this.sending.check(
      ctx,
      sendRequest({ ...recipients, topic: topic ?? row.topic, content: content ?? row.content, readBySender: null }),
    );
  }

  private write<T>(ctx: ActorContext, work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    return this.database.write(ctx, [lockUser(ctx.actor.userId)], work);
  }
}

function checkEdit({ type, to, topic, content, deliverAt }: EditRequest): void {
  if ([type, to, topic, content, deliverAt].every((part) => part === null)) throw badRequest('Nothing to change');
  if (type !== null && to === null) throw badRequest('Recipient required when updating type of scheduled message.');
  if (type === 'channel' && topic === null) {
    throw badRequest('Topic required when updating scheduled message type to channel.');
  }
  if (deliverAt !== null) requireFuture(deliverAt);
}

function recipientsOf(type: 'channel' | 'direct', to: Destination): Recipients {
  if (type === 'channel') {
    if (typeof to !== 'number') throw badRequest('Invalid data type for channel ID');
    return { channelId: to, userIds: [] };
  }
  if (typeof to === 'number') throw badRequest('Invalid data type for recipients');
  return { channelId: null, userIds: to };
}

function scheduledContent(send: PreparedSend, deliverAt: number): ScheduledContent {
  const participants = send.receiptUserIds ?? [];
  const others = participants.filter((userId) => userId !== send.senderId);
  return {
    kind: send.channelId === null ? 'private' : 'stream',
    channel_id: send.channelId,
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
