import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@stoa/contracts/rpc';
import { deleteMessage } from '@stoa/contracts/messages';
import { badRequest } from '@stoa/errors';
import { decideDeletion } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { AccessedMessage } from '../../access/message-access/accessed-message';
import { MessageAccess, MessageChange } from '../../access/message-access/message-access';
import { EditFacts, readEditFacts, secondsOf } from './edit-facts';
import { LockStrength, MessageRemoval, removalLocks, removalOf } from './message-removal';
import { invalidMessages, isInvalidMessages } from '../../access/message-access/errors';

/** Deletion of one message (messages.md 7). */
@Injectable()
export class DeleteMessageService {
  constructor(
    private readonly access: MessageAccess,
    private readonly removal: MessageRemoval,
  ) {}

  /** @throws DomainError `Invalid message(s)`, `Message already deleted` and the refusals of messages.md 7 */
  @Handles(deleteMessage)
  async delete(ctx: ActorContext, { message_id: messageId }: RequestOf<typeof deleteMessage>): Promise<void> {
    await this.access.access(ctx, messageId, { mustModify: true });
    try {
      await this.removal.withLocks((strength) => this.attempt(ctx, messageId, strength));
    } catch (error) {
      const isRefused = isInvalidMessages(error);
      if (isRefused && !(await this.access.exists(messageId))) throw badRequest('Message already deleted');
      throw error;
    }
  }

  private attempt(ctx: ActorContext, messageId: number, strength: LockStrength): Promise<void> {
    const locks = (channelIds: readonly number[]) => removalLocks(ctx.actor.realmId, channelIds, strength);
    return this.access.change(ctx, [messageId], { locks }, async (change: MessageChange) => {
      const [message] = change.messages;
      if (!message) throw invalidMessages();
      checkDeletion(await readEditFacts(change.tx, change.view, ctx.actor.userId), message);
      await this.removal.remove(removalOf(change.tx, change.view, message, ctx.actor.userId), strength);
    });
  }
}

function checkDeletion({ users, actor, moderator, at }: EditFacts, message: AccessedMessage): void {
  const sender = users.get(message.senderId);
  const isOwn = message.senderId === actor.id || (sender?.isBot === true && sender.botOwnerId === actor.id);
  const ageSeconds = secondsOf(at) - message.sentAt;
  const decision = decideDeletion({ channel: message.channel, isOwn, ageSeconds }, moderator);
  if (decision === 'no-permission') throw badRequest("You don't have permission to delete this message");
  if (decision === 'too-late') throw badRequest('The time limit for deleting this message has passed');
}
