import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { eventOf } from '@stoa/contracts/events';
import { createReminder, deleteReminder, listReminders } from '@stoa/contracts/messages';
import { DomainError, badRequest } from '@stoa/errors';
import { Database, WriteTransaction, lockUser } from '@stoa/database';
import { Directory, DirectoryUser } from '@stoa/directory';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { textsIn } from '@stoa/texts';
import { AccessedMessage } from '../../access/message-access/accessed-message';
import { MessageAccess } from '../../access/message-access/message-access';
import { channelMessageUrl, directMessageUrl, silentMention, topicLink } from '../../send/storing/conversation-links';
import { MessageRenderer } from '../../send/rendering/message-renderer';
import { SystemBots } from '../../send/system-bots/system-bots';
import { DeliveryRequests } from '../scheduled-messages/delivery-requests';
import { requireFuture } from '../scheduled-messages/delivery-time';
import { reminderText } from './reminder-text';
import { NewReminder, RemindersRepository } from './reminders.repository';

/** Code points (organization.md 1.9). */
const LONGEST_NOTE = 1000;

/** Messages that a user wants to see again later (messages.md 18): the notification bot quotes them. */
@Injectable()
export class RemindersService {
  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly access: MessageAccess,
    private readonly bots: SystemBots,
    private readonly renderer: MessageRenderer,
    private readonly repository: RemindersRepository,
    private readonly deliveries: DeliveryRequests,
  ) {}

  @Handles(listReminders)
  async list({ actor }: ActorContext): Promise<RpcResponse<typeof listReminders>> {
    return { reminders: await this.repository.list(actor.userId) };
  }

  /** @throws DomainError with the texts of messages.md 18 */
  @Handles(createReminder)
  async create(
    ctx: ActorContext,
    request: RequestOf<typeof createReminder>,
  ): Promise<RpcResponse<typeof createReminder>> {
    const { userId } = ctx.actor;
    requireFuture(request.scheduled_delivery_timestamp);
    const note = (request.note ?? '').trimEnd().replace(/^\n+/, '');
    if ([...note].length > LONGEST_NOTE) throw badRequest(`Maximum reminder note length: ${LONGEST_NOTE} characters`);
    const message = await this.access.access(ctx, request.message_id);
    const text = await this.text(ctx, message, note);
    const deliverAt = request.scheduled_delivery_timestamp;
    const reminder: NewReminder = { targetMessageId: message.id, note, deliverAt, ...text };
    return this.write(ctx, async (tx) => {
      const created = await this.repository.insert(tx, userId, reminder);
      tx.emit(eventOf('reminders', 'add', { reminders: [created] }, [userId]));
      return { reminder_id: created.reminder_id };
    });
  }

  /** @throws DomainError 404 `Reminder does not exist` */
  @Handles(deleteReminder)
  delete(ctx: ActorContext, { reminder_id }: RequestOf<typeof deleteReminder>): Promise<void> {
    const { userId } = ctx.actor;
    return this.write(ctx, async (tx) => {
      if (!(await this.repository.delete(tx, userId, reminder_id))) {
        throw new DomainError('BAD_REQUEST', 'Reminder does not exist', { status: 404 });
      }
      tx.emit(eventOf('reminders', 'remove', { reminder_id }, [userId]));
    });
  }

  private text(
    ctx: ActorContext,
    message: AccessedMessage,
    note: string,
  ): Promise<Pick<NewReminder, 'content' | 'renderedContent'>> {
    const { realmId, realmUrl, userId } = ctx.actor;
    const { channel, topic, content } = message;
    return this.directory.decideConfirmed(realmId, async (view) => {
      const users = await view.users();
      const user = users.get(userId);
      if (!user) throw new Error(`there is no user ${userId}`);
      const sender = users.get(message.senderId) ?? (await this.bots.get(message.senderId));
      const write = textsIn(user.language);
      const source = {
        topicLink: channel && topicLink(channel, topic, write, message.id),
        url: channel
          ? channelMessageUrl(realmUrl, channel, topic, message.id)
          : directMessageUrl(realmUrl, message.participantIds ?? [], message.id),
        sender: silentMention(sender ?? unknownSender(message.senderId)),
        content,
        note,
      };
      const text = reminderText(source, write);
      const rendered = await this.renderer.render(view, { content: text, topic: '', sender: user, channel: null });
      return { content: text, renderedContent: rendered.html };
    });
  }

  private async write<T>(ctx: ActorContext, work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    const result = await this.database.write(ctx, [lockUser(ctx.actor.userId)], work);
    this.deliveries.announce();
    return result;
  }
}

/** The account of a message's sender is never removed; a name is better than no reminder all the same. */
function unknownSender(id: number): Pick<DirectoryUser, 'id' | 'fullName'> {
  return { id, fullName: 'Unknown user' };
}
