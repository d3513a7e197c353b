import { Inject, Injectable } from '@nestjs/common';
import { PeriodicJob } from '@stoa/lifecycle';
import { LOGGER, Metrics } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { OutgoingError } from '@stoa/outgoing-http';
import { LinkPreviewRequests } from '../../send/storing/link-preview-requests';
import { LinkPreviewJobRow, LinkPreviewsRepository } from './link-previews.repository';
import { LinkPreviewsService } from './link-previews.service';

/** How long a message waits when its own process cannot fetch its links, while there are others, and while there are none. */
const EVERY_MS = 2_000;
const QUIET_MS = 4_000;
/** Messages whose links one process fetches at the same time. */
const AT_ONCE = 8;
/** So that an organization whose pages are slow leaves room for others; a round may overstep it once. */
const AT_ONCE_OF_ONE_REALM = 4;
/** A message that keeps failing, for any reason, goes without previews. */
const MOST_ATTEMPTS = 5;
const FORGOTTEN_AT_ONCE = 1_000;
/** Between two looks at what has expired, in milliseconds. */
const FORGET_EVERY_MS = 60_000;
const OUTCOMES = ['rendered', 'unchanged', 'gone', 'given_back', 'fault', 'given_up'] as const;

/**
 * Takes rows of messages whose links need previews, in every replica: a process owns the rows that it took for a while,
 * and another takes over those of a process that died. The process that wrote a row begins at once.
 */
@Injectable()
export class LinkPreviewJob extends PeriodicJob {
  private readonly underWay = new Map<Promise<void>, LinkPreviewJobRow>();
  private readonly outcomes;
  private backlog = { jobs: 0, oldestSeconds: 0 };
  /** When it is next looked at what has expired, as `performance.now()`. */
  private forgetDueAt = 0;

  constructor(
    private readonly repository: LinkPreviewsRepository,
    private readonly previews: LinkPreviewsService,
    requests: LinkPreviewRequests,
    @Inject(LOGGER) log: Logger,
    metrics: Metrics,
  ) {
    super({ failure: 'links of messages cannot be looked at', everyMs: EVERY_MS, quietMs: QUIET_MS }, log);
    requests.onRequest(() => this.wake());
    this.outcomes = metrics.counter(
      'stoa_link_preview_jobs_total',
      'Messages whose links were looked at, by outcome.',
      ['outcome'],
    );
    // From zero on, or the first one would not show as an increase.
    for (const outcome of OUTCOMES) this.outcomes.inc({ outcome }, 0);
    this.declareBacklog(metrics);
  }

  /** Begins as much as there is room for, and does not wait for it. */
  async round(): Promise<void> {
    const room = AT_ONCE - this.underWay.size;
    const share = { limit: room, perRealm: AT_ONCE_OF_ONE_REALM, busyRealms: this.busyRealms() };
    const jobs = room > 0 ? await this.repository.take(share) : [];
    for (const job of jobs) this.begin(job);
    if (jobs.length === 0 && performance.now() >= this.forgetDueAt) await this.forgetExpired();
    this.backlog = await this.repository.backlog();
    if (this.backlog.jobs === 0) this.foundNothing();
  }

  override async stop(): Promise<void> {
    await super.stop();
    await Promise.all(this.underWay.keys());
  }

  private async forgetExpired(): Promise<void> {
    const forgotten = await this.repository.forgetExpired(FORGOTTEN_AT_ONCE);
    if (forgotten < FORGOTTEN_AT_ONCE) this.forgetDueAt = performance.now() + FORGET_EVERY_MS;
  }

  private begin(job: LinkPreviewJobRow): void {
    const done = this.work(job).finally(() => {
      this.underWay.delete(done);
      this.wake();
    });
    this.underWay.set(done, job);
  }

  /** Organizations that have as much under way as they may. */
  private busyRealms(): number[] {
    const counts = new Map<number, number>();
    for (const { realmId } of this.underWay.values()) counts.set(realmId, (counts.get(realmId) ?? 0) + 1);
    return [...counts].flatMap(([realmId, count]) => (count >= AT_ONCE_OF_ONE_REALM ? [realmId] : []));
  }

  /** Never throws: what fails is left in its row, and taken again. */
  private async work(job: LinkPreviewJobRow): Promise<void> {
    try {
      this.outcomes.inc({ outcome: await this.previews.settle(job, this.stopping) });
    } catch (error) {
      if (error instanceof OutgoingError && error.reason === 'aborted') await this.giveBack(job);
      else await this.noteFault(job, error);
    }
  }

  private async giveBack(job: LinkPreviewJobRow): Promise<void> {
    this.outcomes.inc({ outcome: 'given_back' });
    await this.repository
      .release(job.id)
      .catch((error: unknown) => this.log.warn({ err: error }, 'links are looked at when their lease has ended'));
  }

  private async noteFault(job: LinkPreviewJobRow, error: unknown): Promise<void> {
    const isLast = job.attempts >= MOST_ATTEMPTS;
    this.outcomes.inc({ outcome: isLast ? 'given_up' : 'fault' });
    this.log.error({ err: error, messageId: job.messageId, isLast }, 'links of a message could not be looked at');
    if (!isLast) return;
    await this.repository.drop(job.id).catch((fault: unknown) => this.log.warn({ err: fault }, 'a row stays for now'));
  }

  private declareBacklog(metrics: Metrics): void {
    metrics.gauge('stoa_link_preview_queue_jobs', 'Messages whose links are to be looked at.', [], (gauge) =>
      gauge.set(this.backlog.jobs),
    );
    metrics.gauge('stoa_link_preview_oldest_job_seconds', 'Age of the oldest of them, in seconds.', [], (gauge) =>
      gauge.set(this.backlog.oldestSeconds),
    );
  }
}
