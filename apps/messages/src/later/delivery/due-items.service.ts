import { Injectable } from '@nestjs/common';
import { ACCOUNT_DEACTIVATED, DomainError } from '@stoa/errors';
import { eventOf } from '@stoa/contracts/events';
import { Database, WriteTransaction } from '@stoa/database';
import { errorText, text } from '@stoa/texts';
import { NoticeService } from '../../send/notices/notice.service';
import { SendWithin } from '../../send/storing/send-message.repository';
import { SendMessageService } from '../../send/messages/send-message.service';
import { scheduledMessageObject, sendRequest } from '../scheduled-messages/scheduled-message-row';
import { ScheduledMessagesRepository } from '../scheduled-messages/scheduled-messages.repository';
import { DueItem, DueItemsRepository, DueMessage } from './due-items.repository';
import { Owner, OwnerContexts } from '../../send/notices/owner-context';

/** Client name of what the service writes itself (organization.md 1.5). */
const INTERNAL_CLIENT = 'Internal';
/** Later than this, a message would surprise more than its absence does (messages.md 17). */
const LATEST_MS = 10 * 60_000;
const TOO_LATE = 'Message could not be sent at the scheduled time.';
const REALM_DEACTIVATED = 'This organization has been deactivated';

/**
 * Delivers what is due, exactly once: the row is taken (`FOR UPDATE SKIP LOCKED`) in the transaction that writes the
 * message, the row's end and both events (docs/decisions/012-delivery-of-what-is-due.md). What cannot be sent is marked
 * failed, and its owner is notified.
 */
@Injectable()
export class DueItemsService {
  constructor(
    private readonly database: Database,
    private readonly sending: SendMessageService,
    private readonly notices: NoticeService,
    private readonly items: DueItemsRepository,
    private readonly scheduled: ScheduledMessagesRepository,
    private readonly owners: OwnerContexts,
  ) {}

  /** Delivers one item, unless somebody else does. Faults, such as a database that is away, are thrown. */
  deliver(item: DueItem): Promise<void> {
    return item.kind === 'reminder' ? this.deliverReminder(item) : this.deliverMessage(item);
  }

  private async deliverMessage(item: DueItem): Promise<void> {
    const message = await this.items.message(item.id);
    if (!message) return;
    const owner = await this.owners.of(item, message.clientName);
    const obstacle = obstacleOf(owner) ?? (isLate(message) ? TOO_LATE : null);
    if (obstacle !== null) return this.fail(item, message, owner, obstacle);
    try {
      await this.sending.sendWithin(owner.ctx, sendRequest(message), this.delivered(item, message.rowVersion));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      await this.fail(item, message, owner, error.message);
    }
  }

  private async deliverReminder(item: DueItem): Promise<void> {
    const reminder = await this.items.reminder(item.id);
    if (!reminder) return;
    const owner = await this.owners.of(item, INTERNAL_CLIENT);
    const obstacle = obstacleOf(owner);
    if (obstacle !== null) return this.failSilently(item, reminder.rowVersion, owner, obstacle);
    try {
      await this.notices.sendDirectWithin(owner.ctx, item.userId, reminder.content, {
        within: this.delivered(item, reminder.rowVersion),
        isForRecipientsEyes: true,
      });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      await this.failSilently(item, reminder.rowVersion, owner, error.message);
    }
  }

  private delivered(item: DueItem, rowVersion: string): SendWithin {
    return {
      claim: (tx) => this.items.claim(tx, item.kind, item.id, rowVersion),
      sent: async (tx, messageId) => {
        await this.items.markDelivered(tx, item.kind, item.id, messageId);
        tx.emit(
          item.kind === 'reminder'
            ? eventOf('reminders', 'remove', { reminder_id: item.id }, [item.userId])
            : eventOf('scheduled_messages', 'remove', { scheduled_message_id: item.id }, [item.userId]),
        );
      },
    };
  }

  /** The notification bot writes to the owner, in the same transaction, unless nobody could read it. */
  private async fail(item: DueItem, message: DueMessage, owner: Owner, reason: string): Promise<void> {
    if (obstacleOf(owner) !== null) return this.failSilently(item, message.rowVersion, owner, reason);
    await this.notices.sendDirectWithin(
      owner.ctx,
      item.userId,
      failureNotice(message.deliverAt, reason, owner.user?.language ?? ''),
      {
        within: {
          claim: (tx) => this.items.claim(tx, item.kind, item.id, message.rowVersion),
          sent: (tx) => this.markFailed(tx, item, reason),
        },
      },
    );
  }

  private async failSilently(item: DueItem, rowVersion: string, { ctx }: Owner, reason: string): Promise<void> {
    await this.database.write(ctx, [], async (tx) => {
      if (await this.items.claim(tx, item.kind, item.id, rowVersion)) await this.markFailed(tx, item, reason);
    });
  }

  /** Reminders have no event of their own for it (messages.md 18). */
  private async markFailed(tx: WriteTransaction, item: DueItem, reason: string): Promise<void> {
    await this.items.markFailed(tx, item.kind, item.id, reason);
    if (item.kind === 'reminder') return;
    const row = await this.scheduled.findIn(tx, item.userId, item.id);
    if (!row) return;
    tx.emit(eventOf('scheduled_messages', 'update', { scheduled_message: scheduledMessageObject(row) }, [item.userId]));
  }
}

function obstacleOf({ settings, user }: Owner): string | null {
  if (settings.isDeactivated) return REALM_DEACTIVATED;
  return user?.isActive ? null : ACCOUNT_DEACTIVATED;
}

function isLate({ deliverAt }: DueMessage): boolean {
  return deliverAt * 1000 + LATEST_MS < Date.now();
}

function failureNotice(deliverAt: number, reason: string, language: string): string {
  const time = `<time:${new Date(deliverAt * 1000).toISOString()}>`;
  return text(language, 'scheduled.failed', { time, reason: errorText(language, reason) });
}
