import { randomUUID } from 'node:crypto';
import { BeforeApplicationShutdown, Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { redisAddress } from '@stoa/config';
import { OutagePause, RealmShares } from '@stoa/delivery-jobs';
import { LOGGER, type Logger } from '@stoa/observability';
import { WorkQueue } from '@stoa/redis';
import type { Recipient } from '../jobs';
import { PushEnvironment } from '../push.environment';
import { DeliveryService } from './delivery.service';
import { UserLeases } from './user-leases';

/** Users of one organization who are served together: they share statements. */
interface Delivery {
  realmId: number;
  userIds: number[];
}

/** Times the users at once about three calls for each connection to the relay: none waits so long that it counts as an outage. */
const CONCURRENCY = 6;
/** No organization takes more of a process at a time than this many pieces of work, however much waits there. */
const MOST_OF_ONE_REALM = 4;
/** Ten statements serve them together; later work for one of them waits until the relay has answered for all. */
const USERS_AT_ONCE = 32;
/** A piece of work of an organization that has its share waits for so long. */
const SHARE_PAUSE_MS = 50;

/**
 * Wake-ups in BullMQ: "these users have work". Redis may lose all of them: the work list is in the database, and the sweep
 * over it adds what is missing.
 */
@Injectable()
export class DeliveryQueue implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly queue: WorkQueue<Delivery>;

  constructor(
    environment: PushEnvironment,
    private readonly deliveries: DeliveryService,
    private readonly leases: UserLeases,
    private readonly pause: OutagePause,
    private readonly shares: RealmShares,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    this.queue = new WorkQueue<Delivery>({
      name: 'push-deliveries',
      redis: redisAddress(environment),
      concurrency: CONCURRENCY,
      log,
      work: (delivery) => this.work(delivery),
      pauseMs: () => SHARE_PAUSE_MS,
    });
  }

  onApplicationBootstrap(): void {
    this.queue.start();
  }

  /** Before the database is closed: what is under way is finished and written down. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.queue.close();
    await this.leases.stop();
  }

  /** Returns at once; what Redis does not take, the sweep finds. */
  wakeSoon(recipients: readonly Recipient[]): void {
    void this.wake(recipients);
  }

  /** @returns whether Redis took it */
  wake(recipients: readonly Recipient[], delayMs?: number): Promise<boolean> {
    const pieces = [...byRealm(recipients)].flatMap(([realmId, userIds]) =>
      chunks(userIds, USERS_AT_ONCE).map((some, place) => ({
        id: randomUUID(),
        data: { realmId, userIds: some },
        priority: this.shares.priorityOf(realmId, place),
        delayMs,
      })),
    );
    return this.queue.add(pieces);
  }

  /** Pieces of work that wait in Redis; null when it does not say. */
  waiting(): Promise<number | null> {
    return this.queue.waiting();
  }

  /** Always over: the work list says what is left. @returns false for who has to wait for its organization's share */
  private async work({ realmId, userIds }: Delivery): Promise<boolean> {
    if (this.pause.isPaused) return true;
    if (this.shares.underWay(realmId) >= MOST_OF_ONE_REALM) return false;
    this.shares.begin(realmId);
    try {
      const { now, later } = await this.deliveries.deliver(realmId, userIds);
      if (now.length > 0) await this.wake(now);
      for (const { recipient, delayMs } of later) await this.wake([recipient], Math.ceil(delayMs));
    } catch (error) {
      this.log.warn({ err: error, realmId }, 'deliveries are left to the sweep');
    } finally {
      this.shares.end(realmId);
    }
    return true;
  }
}

function byRealm(recipients: readonly Recipient[]): Map<number, number[]> {
  const realms = new Map<number, Set<number>>();
  for (const { realmId, userId } of recipients) realms.set(realmId, (realms.get(realmId) ?? new Set()).add(userId));
  return new Map([...realms].map(([realmId, userIds]) => [realmId, [...userIds]]));
}

function chunks<T>(list: readonly T[], size: number): T[][] {
  const found: T[][] = [];
  for (let first = 0; first < list.length; first += size) found.push(list.slice(first, first + size));
  return found;
}
