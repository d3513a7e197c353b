import { Inject, Injectable } from '@nestjs/common';
import { OutagePause, RealmShares } from '@stoa/delivery-jobs';
import { PeriodicJob } from '@stoa/lifecycle';
import { Mailer } from '@stoa/mail';
import { LOGGER, type Logger } from '@stoa/observability';
import { MailJobsRepository } from './mail-jobs.repository';
import { MailMetrics } from './mail-metrics';
import { MailQueue } from './mail-queue';

const EVERY_MS = 1_000;
/** The same while nothing waits. */
const QUIET_MS = 2_000;
const WINDOWS_AT_ONCE = 500;
/** What is newer is on its way through Redis. */
const OVERDUE_SECONDS = 1;
const MAILS_PER_ROUND = 3_200;

/** Closes the windows of missed messages, wakes what is due and not in Redis, and looks at the backlog. */
@Injectable()
export class MailSweepJob extends PeriodicJob {
  constructor(
    private readonly jobs: MailJobsRepository,
    private readonly queue: MailQueue,
    private readonly mailer: Mailer,
    private readonly pause: OutagePause,
    private readonly shares: RealmShares,
    private readonly metrics: MailMetrics,
    @Inject(LOGGER) log: Logger,
  ) {
    super({ failure: 'due mails could not be looked for', everyMs: EVERY_MS, quietMs: QUIET_MS }, log);
  }

  async round(): Promise<void> {
    if (!this.mailer.isConfigured) return;
    // Mails are made of what is unread then: with the server away they are better made later.
    while (!this.pause.isDoubtful && !this.stopping.aborted) {
      const mails = await this.jobs.closeWindows(WINDOWS_AT_ONCE);
      await this.queue.wake(mails);
      if (mails.length < WINDOWS_AT_ONCE) break;
    }
    const backlog = await this.jobs.backlog();
    this.metrics.setBacklog(backlog);
    this.shares.setBacklog(backlog.byRealm);
    if (backlog.mails === 0) this.foundNothing();
    if (backlog.mails === 0 || this.pause.isPaused || !(await this.queue.hasRoom())) return;
    const overdue = await this.jobs.overdue(OVERDUE_SECONDS, this.pause.isDoubtful ? 1 : MAILS_PER_ROUND);
    if (overdue.length > 0) await this.queue.wake(overdue);
  }
}
