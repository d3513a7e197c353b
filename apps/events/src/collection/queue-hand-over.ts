import { randomUUID } from 'node:crypto';
import type { RpcRequest } from '@stoa/contracts/rpc';
import { reconsiderCollectedQueues } from '@stoa/contracts/push';
import { UnavailableError } from '@stoa/errors';
import type { AwayQueue, CollectedQueue, QueueDescriptor, Slot, SlotKeeper } from '@stoa/event-queue';
import type { Logger } from '@stoa/observability';
import type { RpcClient } from '@stoa/rpc';

type HandedQueue = RpcRequest<typeof reconsiderCollectedQueues>['queues'][number];

/** Of a queue that waited for long, the newest; older messages are no news. */
const EVENTS_AT_MOST = 1_000;
const CALL_MS = 10_000;
/** Mobile push may be away for so long; an installation without it must not keep dead queues for ever. */
const HELD_BACK_MS = 2 * 3_600_000;

/**
 * Hands messages that nobody fetched over to mobile push: a user whose client does not come back is idle (push.md 9.2).
 * Until push has taken them, the queues stay in Redis, and the next sweep reports them again.
 */
export class QueueHandOver {
  private failingSince: number | undefined;

  constructor(
    private readonly keeper: Pick<SlotKeeper, 'unseenTexts'>,
    private readonly rpc: Pick<RpcClient, 'call'>,
    private readonly logger: Logger,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Of queues that are collected. Those that were handed over while they lived have nothing more to say.
   * @throws UnavailableError when push is away, and has not been for long
   */
  tell(slot: Slot, collected: readonly CollectedQueue[]): Promise<void> {
    const idle = collected.filter(({ reason, isHandedOver }) => reason === 'idle' && !isHandedOver);
    return this.handOver(
      slot,
      idle.map(({ descriptor }) => descriptor),
    );
  }

  /**
   * Of queues that live on while their clients are away.
   * @throws UnavailableError when push is away, and has not been for long
   */
  tellAway(slot: Slot, away: readonly AwayQueue[]): Promise<void> {
    return this.handOver(
      slot,
      away.map(({ descriptor }) => descriptor),
    );
  }

  private async handOver(slot: Slot, descriptors: readonly QueueDescriptor[]): Promise<void> {
    const queues: HandedQueue[] = [];
    for (const descriptor of descriptors) {
      if (!acceptsMessages(descriptor)) continue;
      const { id: queueId, realmId, userId } = descriptor;
      const messageIds = messagesIn(await this.keeper.unseenTexts(slot, queueId, EVENTS_AT_MOST));
      if (messageIds.length > 0) queues.push({ queueId, realmId, partition: slot.partition, userId, messageIds });
    }
    if (queues.length > 0) await this.call(queues);
  }

  private async call(queues: HandedQueue[]): Promise<void> {
    try {
      const context = { requestId: randomUUID(), deadlineAt: Date.now() + CALL_MS };
      await this.rpc.call(reconsiderCollectedQueues, context, { queues });
      this.failingSince = undefined;
    } catch (error) {
      this.failingSince ??= this.now();
      const isLost = this.now() - this.failingSince > HELD_BACK_MS;
      if (error instanceof UnavailableError && !isLost) throw error;
      this.logger.error({ err: error, queues: queues.length }, 'queues were not handed to mobile push');
    }
  }
}

function acceptsMessages({ eventTypes }: QueueDescriptor): boolean {
  return eventTypes === null || eventTypes.includes('message');
}

/** Ids of the messages among event texts. */
function messagesIn(texts: readonly string[]): number[] {
  return texts.flatMap((text) => {
    if (!text.startsWith('{"type":"message",')) return [];
    const event: { message?: { id?: unknown } } = JSON.parse(text);
    return typeof event.message?.id === 'number' ? [event.message.id] : [];
  });
}
