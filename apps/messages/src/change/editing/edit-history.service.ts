import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { getMessageHistory } from '@stoa/contracts/messages';
import { badRequest } from '@stoa/errors';
import { Database } from '@stoa/database';
import { Directory } from '@stoa/directory';
import { DEFAULT_EMPTY_TOPIC_NAME } from '@stoa/markdown';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { MessageAccess } from '../../access/message-access/message-access';
import { messageHistory } from './edit-history';
import { EditHistoryRepository } from './edit-history.repository';
import { invalidMessages } from '../../access/message-access/errors';

/** What a message said before (messages.md 4). */
@Injectable()
export class EditHistoryService {
  constructor(
    private readonly directory: Directory,
    private readonly database: Database,
    private readonly access: MessageAccess,
    private readonly repository: EditHistoryRepository,
  ) {}

  /** @throws DomainError `Invalid message(s)`, `Message edit history is disabled in this organization` */
  @Handles(getMessageHistory)
  history(
    ctx: ActorContext,
    request: RequestOf<typeof getMessageHistory>,
  ): Promise<RpcResponse<typeof getMessageHistory>> {
    return this.directory.decideConfirmed(ctx.actor.realmId, async (view) => {
      const { editHistoryVisibility: policy } = await view.settings();
      if (policy === 'none') throw badRequest('Message edit history is disabled in this organization');
      const [message] = await this.access.accessIn(this.database, view, ctx.actor.userId, [request.message_id]);
      if (!message) throw invalidMessages();
      const edits = (await this.repository.edits([message.id])).get(message.id) ?? [];
      const emptyTopicName = request.allow_empty_topic_name || !message.channel ? null : DEFAULT_EMPTY_TOPIC_NAME;
      return { message_history: messageHistory(message, edits, policy === 'moves' ? 'moves' : 'all', emptyTopicName) };
    });
  }
}
