import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@stoa/contracts/rpc';
import { eventOf } from '@stoa/contracts/events';
import { addSubmessage } from '@stoa/contracts/messages';
import { badRequest } from '@stoa/errors';
import { WriteTransaction, lockUser } from '@stoa/database';
import { readerOf } from '@stoa/read-state-store';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { AccessedMessage } from '../../access/message-access/accessed-message';
import { MessageAccess } from '../../access/message-access/message-access';
import { ParticipationService } from '../../send/messages/participation.service';
import { SubmessagesRepository } from './submessages.repository';
import { checkAddition } from '../../send/widgets/widget-check';
import { invalidMessages } from '../../access/message-access/errors';

/**
 * Per message, as its readers get all of them: the reference knows no limit. Additions at the same time may exceed it.
 */
const MOST_SUBMESSAGES = 1000;

/** What readers add to polls and todo lists (markdown.md 13.2): stored and passed on, clients compute what it means. */
@Injectable()
export class SubmessagesService {
  constructor(
    private readonly access: MessageAccess,
    private readonly repository: SubmessagesRepository,
    private readonly participation: ParticipationService,
  ) {}

  /** @throws DomainError with the texts of markdown.md 13.2, in their order */
  @Handles(addSubmessage)
  add(ctx: ActorContext, request: RequestOf<typeof addSubmessage>): Promise<void> {
    const { message_id, msg_type, content } = request;
    const { userId } = ctx.actor;
    const options = { mustModify: true, rowLock: 'share' as const, locks: [lockUser(userId)] };
    return this.access.change(ctx, [message_id], options, async ({ tx, view, messages: [message] }) => {
      if (!message) throw invalidMessages();
      await this.check(tx, message, userId, content);
      const submessage = { messageId: message_id, senderId: userId, msgType: msg_type, content };
      const submessageId = await this.repository.insert(tx, submessage);
      await this.participation.tookPart(tx, view, userId, message);
      tx.emit(
        eventOf(
          'submessage',
          { msg_type, message_id, submessage_id: submessageId, sender_id: userId, content },
          await this.access.actionRecipients(readerOf(tx), view, message),
        ),
      );
    });
  }

  /** Only the message's sender makes it a widget; then everybody may add. */
  private async check(tx: WriteTransaction, message: AccessedMessage, userId: number, content: string): Promise<void> {
    const isAuthor = message.senderId === userId;
    const { firstContent, isBegun, count } = await this.repository.widgetOf(tx, message.id, message.senderId);
    if (!isAuthor && !isBegun) throw badRequest('You cannot attach a submessage to this message.');
    if (count >= MOST_SUBMESSAGES) {
      throw badRequest(`A message cannot have more than ${MOST_SUBMESSAGES} submessages. Send a new message to go on.`);
    }
    const data = parsed(content);
    if (data === undefined) throw badRequest('Invalid json for submessage');
    checkAddition(widgetTypeOf(firstContent), data, isAuthor);
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

function widgetTypeOf(firstContent: string | null): string | null {
  const data = firstContent === null ? undefined : parsed(firstContent);
  if (typeof data !== 'object' || data === null || !('widget_type' in data)) return null;
  return typeof data.widget_type === 'string' ? data.widget_type : null;
}
