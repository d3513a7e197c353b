import type { RedisLink } from './redis-link';
import { asList, asNumber, statusOf } from './reply';
import { scripts } from './scripts';
import type { Slot } from './slot';
import type { KeySpace } from './slot-keys';
import type { CreateQueueResult, OpenQueueResult, QueueDescriptor } from './types';

/** Milliseconds that a queue may stay pending. */
export const PENDING_MS = 60_000;

export interface RegistrarLimits {
  /** Milliseconds that a queue may stay pending. */
  readonly pendingMs: number;
  readonly queuesPerUser: number;
  /** Percent of the server's `maxmemory` above which no queue is made. */
  readonly memoryPercent: number;
}

/** Makes queues: first pending, then open with the snapshot that the client's state was read in (design.md I4). */
export class QueueRegistrar {
  constructor(
    private readonly link: RedisLink,
    private readonly keys: KeySpace,
    private readonly limits: RegistrarLimits,
  ) {}

  /**
   * Creates a pending queue: it takes every event from now on and cannot be polled yet. Call this before the snapshot
   * is taken. Creating the same id again changes nothing. A user who has the largest number of queues loses the one
   * that is missed least: never polled before polled, then the longest unseen.
   */
  async createQueue(slot: Slot, descriptor: QueueDescriptor): Promise<CreateQueueResult> {
    const reply = await this.link.run(scripts.create, this.keys.of(slot).fixed, [
      descriptor.id,
      descriptor.userId,
      descriptor.lifespanSeconds * 1_000,
      JSON.stringify(descriptor),
      this.limits.queuesPerUser,
      this.limits.memoryPercent,
    ]);
    const parts = asList(reply);
    const status = statusOf(parts, ['created', 'too-many', 'full', 'not-ready', 'run-id'] as const);
    return status === 'created' ? { status, ended: asNumber(parts[1]) } : { status };
  }

  /**
   * Opens a pending queue: events whose transaction is visible in the snapshot are dropped, now and until the snapshot
   * is forgotten.
   * @param snapshot text of `pg_current_snapshot()` in the transaction that read the state
   * @param epoch of the change log, read in the same transaction
   */
  async openQueue(slot: Slot, queueId: string, snapshot: string, epoch: number): Promise<OpenQueueResult> {
    if (!/^\d+:\d+:(\d+(,\d+)*)?$/.test(snapshot)) throw new TypeError(`not a snapshot: ${snapshot}`);
    const keys = this.keys.of(slot);
    const reply = await this.link.run(
      scripts.open,
      [...keys.fixed, keys.list(queueId)],
      [queueId, snapshot, epoch, this.limits.pendingMs],
    );
    const status = statusOf(asList(reply), ['opened', 'gone', 'not-ready', 'run-id', 'epoch'] as const);
    return status === 'opened' ? { status, lastEventId: -1 } : { status };
  }
}
