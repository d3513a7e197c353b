import { Inject, Injectable } from '@nestjs/common';
import { OutagePause, RealmShares } from '@stoa/delivery-jobs';
import { PeriodicJob } from '@stoa/lifecycle';
import { LOGGER, type Logger } from '@stoa/observability';
import { PushMetrics } from '../push-metrics';
import { DeliveryQueue } from './delivery-queue';
import { JobsRepository } from './jobs.repository';

const EVERY_MS = 2_000;
/** The same while nothing waits. */
const QUIET_MS = 16_000;
/** What is newer is on its way through Redis. */
const OVERDUE_SECONDS = 1;
const USERS_PER_ROUND = 800;

/** Adds the wake-ups that Redis does not have: it lost them, was away, or a process died; and looks at the backlog. */
@Injectable()
export class DeliverySweepJob extends PeriodicJob {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly queue: DeliveryQueue,
    private readonly pause: OutagePause,
    private readonly shares: RealmShares,
    private readonly metrics: PushMetrics,
    @Inject(LOGGER) log: Logger,
  ) {
    super({ failure: 'overdue push notifications could not be looked for', everyMs: EVERY_MS, quietMs: QUIET_MS }, log);
    queue.onWork(() => this.wake(EVERY_MS));
  }

  async round(): Promise<void> {
    const { total, byRealm } = await this.jobs.backlog();
    this.metrics.setBacklog(total);
    this.shares.setBacklog(byRealm);
    if (total.jobs === 0) this.foundNothing();
    if (total.jobs === 0 || this.pause.isPaused || !(await this.queue.hasRoom())) return;
    const overdue = await this.jobs.overdue(OVERDUE_SECONDS, this.pause.isDoubtful ? 1 : USERS_PER_ROUND);
    if (overdue.length > 0) await this.queue.wake(overdue);
  }
}
