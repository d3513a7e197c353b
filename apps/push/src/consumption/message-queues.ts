import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { redisAddress } from '@stoa/config';
import { EventQueues, type QueueDescriptor, type Slot, slotName, slotOf } from '@stoa/event-queue';
import { PushEnvironment } from '../push.environment';

/** A slot's queues that accept message events and whose clients are there, as of a version: user by queue. */
interface KnownSlot {
  version: number;
  users: Map<string, number>;
}

/**
 * Which users have an event queue that accepts message events and whose client has polled lately (push.md 9.2). A slot is read once; after that each question
 * costs one small script call that gives what changed.
 */
@Injectable()
export class MessageQueues implements OnApplicationShutdown {
  private readonly queues: EventQueues;
  private readonly slots = new Map<string, KnownSlot>();

  constructor(environment: PushEnvironment) {
    this.queues = EventQueues.connect(redisAddress(environment));
  }

  /**
   * Those of the users who have such a queue.
   * @param apartFrom ids of queues that do not count
   * @throws UnavailableError without Redis
   */
  async ownersAmong(
    partition: number,
    userIds: readonly number[],
    apartFrom: ReadonlySet<string> = new Set(),
  ): Promise<Set<number>> {
    const wanted = new Set(userIds);
    const slots = new Map(userIds.map((userId) => slotOf(partition, userId)).map((slot) => [slotName(slot), slot]));
    const known = await Promise.all([...slots.values()].map((slot) => this.current(slot)));
    const owners = new Set<number>();
    for (const { users } of known) {
      for (const [queueId, userId] of users) if (wanted.has(userId) && !apartFrom.has(queueId)) owners.add(userId);
    }
    return owners;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.queues.close();
  }

  private async current(slot: Slot): Promise<KnownSlot> {
    const name = slotName(slot);
    const before = this.slots.get(name);
    const loaded = await this.queues.writer.loadSlot(slot, before?.version, { withAway: true });
    const isAsBefore = loaded.removed.length + loaded.queues.length + loaded.away.length === 0;
    if (before && isAsBefore && !loaded.complete) return before;
    const users = loaded.complete ? new Map<string, number>() : new Map(before?.users);
    for (const id of loaded.removed) users.delete(id);
    for (const queue of loaded.queues) if (acceptsMessages(queue)) users.set(queue.id, queue.userId);
    for (const id of loaded.away) users.delete(id);
    const known = { version: loaded.version, users };
    this.slots.set(name, known);
    return known;
  }
}

/** Also a queue of a narrow counts: its client is there. */
function acceptsMessages({ eventTypes }: Pick<QueueDescriptor, 'eventTypes'>): boolean {
  return eventTypes === null || eventTypes.includes('message');
}
