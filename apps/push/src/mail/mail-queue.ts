import { BeforeApplicationShutdown, Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { redisAddress } from '@stoa/config';
import { OutagePause, RealmShares } from '@stoa/delivery-jobs';
import { Mailer } from '@stoa/mail';
import { LOGGER, type Logger } from '@stoa/observability';
import { PushEnvironment } from '../push.environment';
import { RealmWorkQueue, listsByRealm } from '../realm-work-queue';
import { MailDeliveryService } from './mail-delivery.service';
import type { MailOfRealm } from './mail-jobs.repository';

/** Mails of one organization that are written together: they share statements. */
interface Delivery {
  realmId: number;
  mailIds: number[];
}

const CONCURRENCY = 4;
const MOST_OF_ONE_REALM = 3;
const MAILS_AT_ONCE = 32;

/** Wake-ups in BullMQ: "these mails are due". Redis may lose all of them: the sweep adds what is missing. */
@Injectable()
export class MailQueue implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly queue: RealmWorkQueue<Delivery>;

  constructor(
    environment: PushEnvironment,
    deliveries: MailDeliveryService,
    private readonly mailer: Mailer,
    pause: OutagePause,
    shares: RealmShares,
    @Inject(LOGGER) log: Logger,
  ) {
    this.queue = new RealmWorkQueue<Delivery>({
      name: 'mails',
      redis: redisAddress(environment),
      concurrency: CONCURRENCY,
      mostOfOneRealm: MOST_OF_ONE_REALM,
      pause,
      shares,
      perform: ({ realmId, mailIds }) => deliveries.deliver(realmId, mailIds),
      failure: 'mails are left to the sweep',
      log,
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
    return this.queue.add(listsByRealm(mails, MAILS_AT_ONCE).map(({ realmId, ids }) => ({ realmId, mailIds: ids })));
  }

  /** Whether Redis answers, and has less than keeps everybody busy. */
  hasRoom(): Promise<boolean> {
    return this.queue.hasRoom();
  }
}
