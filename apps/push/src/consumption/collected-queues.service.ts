import { Injectable } from '@nestjs/common';
import type { RpcRequest } from '@stoa/contracts/rpc';
import { reconsiderCollectedQueues } from '@stoa/contracts/push';
import { type CallContext, Handles } from '@stoa/rpc';
import { DeliveryQueue } from '../delivery/delivery-queue';
import { isNotification } from '../jobs';
import { PushMetrics } from '../push-metrics';
import { CollectedQueuesRepository } from './collected-queues.repository';
import { MessageDecisions } from './message-decisions';
import { MessageQueues } from './message-queues';

/**
 * Users whose last event queue was collected, or is not polled any more, are idle: what waited there is decided again
 * (push.md 9.2).
 */
@Injectable()
export class CollectedQueuesService {
  constructor(
    private readonly queues: MessageQueues,
    private readonly repository: CollectedQueuesRepository,
    private readonly decisions: MessageDecisions,
    private readonly deliveries: DeliveryQueue,
    private readonly metrics: PushMetrics,
  ) {}

  /** Doing it twice, or after a crash in between, adds nothing. @throws UnavailableError */
  @Handles(reconsiderCollectedQueues)
  async reconsider(_ctx: CallContext, { queues }: RpcRequest<typeof reconsiderCollectedQueues>): Promise<void> {
    const gone = new Set(queues.map(({ queueId }) => queueId));
    const byUser = new Map<number, { partition: number; messageIds: Set<number> }>();
    for (const { userId, partition, messageIds } of queues) {
      const known = byUser.get(userId) ?? { partition, messageIds: new Set<number>() };
      for (const id of messageIds) known.messageIds.add(id);
      byUser.set(userId, known);
    }
    for (const [userId, { partition, messageIds }] of byUser) {
      if (messageIds.size === 0) continue;
      const others = await this.queues.ownersAmong(partition, [userId], gone);
      if (!others.has(userId)) await this.reconsiderUser(partition, userId, [...messageIds]);
    }
  }

  private async reconsiderUser(partition: number, userId: number, messageIds: readonly number[]): Promise<void> {
    const unseen = await this.repository.unseen(userId, messageIds);
    if (unseen.length === 0) return;
    const decided = await this.decisions.decideForIdle(
      partition,
      unseen.map((message, index) => ({ index, change: message.change })),
    );
    const pushed = new Set(unseen.flatMap(({ change, wasPushed }) => (wasPushed ? [change.message.id] : [])));
    const jobs = decided.jobs.filter(({ work }) => !isNotification(work) || !pushed.has(work.messageId));
    if (jobs.length + decided.missed.length === 0) return;
    await this.repository.append(jobs, decided.missed);
    this.metrics.observeJobs(jobs);
    this.metrics.observeMissedMessages(decided.missed);
    await this.deliveries.wake(jobs);
  }
}
