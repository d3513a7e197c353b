import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { PeriodicJob } from '@stoa/lifecycle';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { isChosenConversation } from '@stoa/policy';
import { DecidedWrite } from '../../access/message-access/decided-write';
import { MessageRemoval, removalLocks } from '../editing/message-removal';
import { AccountDeletionsRepository, DeletionOrder, SentMessage } from './account-deletions.repository';

const PAUSE_MS = 5_000;
const BATCH = 100;

/**
 * Deletes the messages of accounts whose deactivation said so (users.md 4), as an administrator would, with the events of
 * any deletion. Every replica looks; an order belongs to one of them for a minute, which each batch renews. A batch that
 * was not noted as done finds nothing left to do.
 */
@Injectable()
export class AccountDeletionsJob extends PeriodicJob {
  constructor(
    private readonly repository: AccountDeletionsRepository,
    private readonly writes: DecidedWrite,
    private readonly removal: MessageRemoval,
    @Inject(LOGGER) log: Logger,
  ) {
    super({ failure: 'messages of deactivated accounts could not be deleted', everyMs: PAUSE_MS }, log);
  }

  async round(): Promise<void> {
    for (;;) {
      const order = await this.repository.take();
      if (!order) return;
      if (!(await this.carryOut(order))) return;
    }
  }

  /** @returns false if the process stops before everything is done */
  private async carryOut(order: DeletionOrder): Promise<boolean> {
    for (let { position } = order; ;) {
      if (this.stopping.aborted) return false;
      const messages = await this.repository.next(order.userId, position, BATCH);
      const last = messages.at(-1);
      if (!last) break;
      const places = placesOf(messages.filter((message) => isChosen(order, message)));
      for (const place of places) await this.clear(order, place);
      // What moved meanwhile is looked at again, at its new place.
      if (places.length === 0) position = last.id;
      await this.repository.advance(order.id, position);
    }
    await this.repository.finish(order.id);
    return true;
  }

  /** Messages of one topic, or of one direct conversation. */
  private async clear({ realmId, partition, actorUserId }: DeletionOrder, messages: SentMessage[]): Promise<void> {
    const [place] = messages;
    if (!place) return;
    const { channelId, participantIds, topic } = place;
    const locks = channelId === null ? [] : removalLocks(realmId, [channelId], 'exclusive');
    const ctx = { requestId: randomUUID(), actor: { realmId, partition } };
    const ids = messages.map(({ id }) => id);
    await this.writes.run(ctx, locks, async (tx, view) => {
      const messageIds = await this.repository.stillThere(tx, place, ids);
      if (messageIds.length === 0) return;
      const members = channelId === null ? null : await view.members(channelId);
      const input = { tx, view, messageIds, members, topic, deleterId: actorUserId };
      await this.removal.remove({ ...input, participantIds: participantIds ?? [] }, 'exclusive');
    });
  }
}

function isChosen(order: DeletionOrder, { channelId, inviteOnly }: SentMessage): boolean {
  return isChosenConversation(order, channelId === null ? null : { inviteOnly: inviteOnly === true });
}

function placesOf(messages: readonly SentMessage[]): SentMessage[][] {
  const places = new Map<string, SentMessage[]>();
  for (const message of messages) {
    const key = `${message.recipientId} ${message.topic}`;
    places.set(key, [...(places.get(key) ?? []), message]);
  }
  return [...places.values()];
}
