import { randomUUID } from 'node:crypto';
import { BeforeApplicationShutdown, Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { redisAddress } from '@stoa/config';
import { OutagePause, RealmShares } from '@stoa/delivery-jobs';
import { Mailer } from '@stoa/mail';
import { LOGGER, type Logger } from '@stoa/observability';
import { WorkQueue } from '@stoa/redis';
import { PushEnvironment } from '../push.environment';
import { MailDeliveryService } from './mail-delivery.service';
import type { MailOfRealm } from './mail-jobs.repository';

/** Mails of one organization that are written together: they share statements. */
interface Delivery {
  realmId: number;
  mailIds: number[];
}

const CONCURRENCY = 4;
/** No organization takes more of a process at a time than this many pieces of work, however much waits there. */
const MOST_OF_ONE_REALM = 3;
const MAILS_AT_ONCE = 32;
/** A piece of work of an organization that has its share waits for so long. */
const SHARE_PAUSE_MS = 50;

/** Wake-ups in BullMQ: "these mails are due". Redis may lose all of them: the sweep adds what is missing. */
@Injectable()
export class MailQueue implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly queue: WorkQueue<Delivery>;

  constructor(
    environment: PushEnvironment,
    private readonly deliveries: MailDeliveryService,
    private readonly mailer: Mailer,
    private readonly pause: OutagePause,
    private readonly shares: RealmShares,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    this.queue = new WorkQueue<Delivery>({
      name: 'mails',
      redis: redisAddress(environment),
      concurrency: CONCURRENCY,
      log,
      work: (delivery) => this.work(delivery),
      pauseMs: () => SHARE_PAUSE_MS,
    });
  }

  onApplicationBootstrap(): void {
    if (this.mailer.isConfigured) this.queue.start();
  }

  /** Before the database is closed: what is under way is finished and written down. */
  beforeApplicationShutdown(): Promise<void> {
    return this.queue.close();
  }

  /** @returns whether Redis took it */
  wake(mails: readonly MailOfRealm[]): Promise<boolean> {
    const byRealm = new Map<number, number[]>();
    for (const { realmId, id } of mails) byRealm.set(realmId, [...(byRealm.get(realmId) ?? []), id]);
    const pieces = [...byRealm].flatMap(([realmId, ids]) =>
      Array.from({ length: Math.ceil(ids.length / MAILS_AT_ONCE) }, (_, place) => ({
        id: randomUUID(),
        data: { realmId, mailIds: ids.slice(place * MAILS_AT_ONCE, (place + 1) * MAILS_AT_ONCE) },
        priority: this.shares.priorityOf(realmId, place),
      })),
    );
    return this.queue.add(pieces);
  }

  /** Pieces of work that wait in Redis; null when it does not say. */
  waiting(): Promise<number | null> {
    return this.queue.waiting();
  }

  /** Always over: the rows say what is left. @returns false for what has to wait for its organization's share */
  private async work({ realmId, mailIds }: Delivery): Promise<boolean> {
    if (this.pause.isPaused) return true;
    if (this.shares.underWay(realmId) >= MOST_OF_ONE_REALM) return false;
    this.shares.begin(realmId);
    try {
      await this.deliveries.deliver(realmId, mailIds);
    } catch (error) {
      this.log.warn({ err: error, realmId }, 'mails are left to the sweep');
    } finally {
      this.shares.end(realmId);
    }
    return true;
  }
}
