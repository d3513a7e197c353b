import { BeforeApplicationShutdown, Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { redisAddress } from '@stoa/config';
import { OutagePause, RealmShares } from '@stoa/delivery-jobs';
import { LOGGER, type Logger } from '@stoa/observability';
import type { Recipient } from '../jobs';
import { PushEnvironment } from '../push.environment';
import { RealmWorkQueue, listsByRealm } from '../realm-work-queue';
import { DeliveryService } from './delivery.service';
import { UserLeases } from './user-leases';

/** Users of one organization who are served together: they share statements. */
interface Delivery {
  realmId: number;
  userIds: number[];
}

/** Times the users at once about three calls for each connection to the relay: none waits so long that it counts as an outage. */
const CONCURRENCY = 6;
const MOST_OF_ONE_REALM = 4;
/** Ten statements serve them together; later work for one of them waits until the relay has answered for all. */
const USERS_AT_ONCE = 32;

/**
 * Wake-ups in BullMQ: "these users have work". Redis may lose all of them: the work list is in the database, and the sweep
 * over it adds what is missing.
 */
@Injectable()
export class DeliveryQueue implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly queue: RealmWorkQueue<Delivery>;
  private listener: () => void = () => undefined;

  constructor(
    environment: PushEnvironment,
    private readonly deliveries: DeliveryService,
    private readonly leases: UserLeases,
    pause: OutagePause,
    shares: RealmShares,
    @Inject(LOGGER) log: Logger,
  ) {
    this.queue = new RealmWorkQueue<Delivery>({
      name: 'push-deliveries',
      redis: redisAddress(environment),
      concurrency: CONCURRENCY,
      mostOfOneRealm: MOST_OF_ONE_REALM,
      pause,
      shares,
      perform: (delivery) => this.deliver(delivery),
      failure: 'deliveries are left to the sweep',
      log,
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

  /** Tells when there is work that Redis may lose. */
  onWork(listener: () => void): void {
    this.listener = listener;
  }

  /** Returns at once; what Redis does not take, the sweep finds. */
  wakeSoon(recipients: readonly Recipient[]): void {
    void this.wake(recipients);
  }

  /** @returns whether Redis took it */
  wake(recipients: readonly Recipient[], delayMs?: number): Promise<boolean> {
    this.listener();
    const users = recipients.map(({ realmId, userId }) => ({ realmId, id: userId }));
    const pieces = listsByRealm(users, USERS_AT_ONCE).map(({ realmId, ids }) => ({ realmId, userIds: ids }));
    return this.queue.add(pieces, delayMs);
  }

  /** Whether Redis answers, and has less than keeps everybody busy. */
  hasRoom(): Promise<boolean> {
    return this.queue.hasRoom();
  }

  private async deliver({ realmId, userIds }: Delivery): Promise<void> {
    const { now, later } = await this.deliveries.deliver(realmId, userIds);
    if (now.length > 0) await this.wake(now);
    for (const { recipient, delayMs } of later) await this.wake([recipient], Math.ceil(delayMs));
  }
}
