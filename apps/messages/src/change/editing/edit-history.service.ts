import { Injectable } from '@nestjs/common';
import { HistoryEntry, badRequest } from '@stoa/contracts';
import { Database } from '@stoa/database';
import { Directory } from '@stoa/directory';
import { DEFAULT_EMPTY_TOPIC_NAME } from '@stoa/markdown';
import { ActorContext } from '@stoa/rpc';
import { MessageAccess } from '../../access/message-access/message-access';
import { messageHistory } from './edit-history';
import { EditHistoryRepository } from './edit-history.repository';
import { invalidMessages } from '../../access/message-access/errors';

/** `GET /messages/{id}/history` (messages.md 4). */
@Injectable()
export class EditHistoryService {
  constructor(
    private readonly directory: Directory,
    private readonly database: Database,
    private readonly access: MessageAccess,
    private readonly repository: EditHistoryRepository,
  ) {}

  /** @throws DomainError `Invalid message(s)`, `Message edit history is disabled in this organization` */
  history(
    ctx: ActorContext,
    request: { messageId: number; allowEmptyTopicName: boolean },
  ): Promise<{ message_history: HistoryEntry[] }> {
    return this.directory.decideConfirmed(ctx.actor.realmId, async (view) => {
      const { editHistoryVisibility: policy } = await view.settings();
      if (policy === 'none') throw badRequest('Message edit history is disabled in this organization');
      const [message] = await this.access.accessIn(this.database, view, ctx.actor.userId, [request.messageId]);
      if (!message) throw invalidMessages();
      const edits = (await this.repository.edits([message.id])).get(message.id) ?? [];
      const emptyTopicName = request.allowEmptyTopicName || !message.channel ? null : DEFAULT_EMPTY_TOPIC_NAME;
      return { message_history: messageHistory(message, edits, policy === 'moves' ? 'moves' : 'all', emptyTopicName) };
    });
  }
}
