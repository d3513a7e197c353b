import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { PeriodicJob } from '@stoa/lifecycle';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { MessageRemoval, removalLocks } from '../editing/message-removal';
import { DecidedWrite } from '../../access/message-access/decided-write';
import { MessagesEnvironment } from '../../messages.environment';
import { ExpiredConversation, RetentionRepository } from './retention.repository';

const CONVERSATIONS = 100;
const MESSAGES = 100;
/** No account has this id: nobody deletes, time does. */
const NOBODY = 0;

/**
 * Deletes messages that are older than an organization, or a channel, keeps them. Every replica looks periodically;
 * each batch is read and deleted under the channel's exclusive lock, so two at once only waste work. Clients get the
 * events of any deletion, or their state would keep what is gone.
 */
@Injectable()
export class RetentionJob extends PeriodicJob {
  constructor(
    private readonly writes: DecidedWrite,
    private readonly repository: RetentionRepository,
    private readonly removal: MessageRemoval,
    environment: MessagesEnvironment,
    @Inject(LOGGER) log: Logger,
  ) {
    super({ failure: 'old messages could not be deleted', everyMs: environment.STOA_RETENTION_SECONDS * 1000 }, log);
  }

  async round(): Promise<void> {
    for (;;) {
      const conversations = await this.repository.expired(CONVERSATIONS);
      let deleted = 0;
      for (const conversation of conversations) deleted += await this.clear(conversation);
      // What is found but does not go, because another replica is at it, must not keep this one busy.
      if (deleted === 0 || this.stopping.aborted) return;
    }
  }

  /** @returns how many messages went */
  private async clear(conversation: ExpiredConversation): Promise<number> {
    for (let deleted = 0; ;) {
      const count = this.stopping.aborted ? 0 : await this.clearBatch(conversation);
      deleted += count;
      if (count === 0) return deleted;
    }
  }

  private clearBatch({ realmId, partition, recipientId, channelId, participantIds }: ExpiredConversation) {
    const locks = channelId === null ? [] : removalLocks(realmId, [channelId], 'exclusive');
    const ctx = { requestId: randomUUID(), actor: { realmId, partition } };
    return this.writes.run(ctx, locks, async (tx, view) => {
      const batch = await this.repository.batch(tx, recipientId, MESSAGES);
      if (!batch) return 0;
      const { topic, messageIds } = batch;
      const members = channelId === null ? null : await view.members(channelId);
      await this.removal.remove(
        { tx, view, messageIds, members, participantIds, topic, deleterId: NOBODY },
        'exclusive',
      );
      return messageIds.length;
    });
  }
}
