import { Inject, Injectable } from '@nestjs/common';
import { PeriodicJob } from '@stoa/lifecycle';
import { LOGGER, Metrics } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { Backlog, PendingNoticesRepository } from './pending-notices.repository';
import { LateOutcome, PendingNotices } from './pending-notices';

const PAUSE_MS = 5_000;
/** The same while none waits: who writes one sends it, and leaves it to the job only if that fails. */
const QUIET_MS = 10_000;
const BATCH = 50;
const OUTCOMES: readonly LateOutcome[] = ['sent', 'dropped', 'failed'];

/**
 * Sends the notices of changes whose process died, or failed to send, before they were out. In every replica: rows are
 * taken on, and claimed again in the transaction that writes the message.
 */
@Injectable()
export class PendingNoticesJob extends PeriodicJob {
  private readonly outcomes;
  private backlog: Backlog = { count: 0, oldestSeconds: 0 };

  constructor(
    private readonly repository: PendingNoticesRepository,
    private readonly notices: PendingNotices,
    @Inject(LOGGER) log: Logger,
    metrics: Metrics,
  ) {
    super({ failure: 'notices that were left could not be sent', everyMs: PAUSE_MS, quietMs: QUIET_MS }, log);
    this.outcomes = metrics.counter('stoa_late_notices_total', 'Notices that were not sent at once, by outcome.', [
      'outcome',
    ]);
    // From zero on, or the first one would not show as an increase.
    for (const outcome of OUTCOMES) this.outcomes.inc({ outcome }, 0);
    metrics.gauge('stoa_pending_notices', 'Notices that wait to be sent.', [], (gauge) =>
      gauge.set(this.backlog.count),
    );
    metrics.gauge('stoa_oldest_pending_notice_seconds', 'Age of the oldest of them, in seconds.', [], (gauge) =>
      gauge.set(this.backlog.oldestSeconds),
    );
  }

  async round(): Promise<void> {
    this.backlog = await this.repository.backlog();
    if (this.backlog.count === 0) return this.foundNothing();
    for (let isMore = true; isMore;) {
      const due = await this.repository.takeDue(BATCH);
      for (const notice of due) {
        if (this.stopping.aborted) return;
        this.outcomes.inc({ outcome: await this.notices.sendLate(notice) });
      }
      isMore = due.length === BATCH;
    }
    this.backlog = await this.repository.backlog();
  }
}
