import { Injectable } from '@nestjs/common';
import { Metrics } from '@stoa/observability';
import type { MailBacklog } from './mail-jobs.repository';

/** Seconds from a mail's row to its being handed over; up to the two days that a mail server may be away. */
const HANDOVER_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 3_600, 86_400];

/** The metrics of mail. */
@Injectable()
export class MailMetrics {
  private readonly outcomes;
  private readonly latency;
  private backlog: Omit<MailBacklog, 'byRealm'> = { mails: 0, oldestSeconds: 0, deadLetters: 0 };

  constructor(metrics: Metrics) {
    this.outcomes = metrics.counter('stoa_mail_outcomes_total', 'Mails that were worked on, by kind and outcome.', [
      'kind',
      'outcome',
    ]);
    this.latency = metrics.histogram(
      'stoa_mail_handover_seconds',
      "Time from a mail's row to the mail server's answer, in seconds.",
      ['kind'],
      HANDOVER_BUCKETS,
    );
    metrics.gauge('stoa_mail_queue_mails', 'Mails that wait for being handed over, dead letters apart.', [], (gauge) =>
      gauge.set(this.backlog.mails),
    );
    metrics.gauge('stoa_mail_oldest_mail_seconds', 'Age of the oldest mail that waits, in seconds.', [], (gauge) =>
      gauge.set(this.backlog.oldestSeconds),
    );
    metrics.gauge('stoa_mail_dead_letters', 'Mails that were refused for good and wait for an operator.', [], (gauge) =>
      gauge.set(this.backlog.deadLetters),
    );
  }

  observeOutcome(kind: string, outcome: string): void {
    this.outcomes.inc({ kind, outcome });
  }

  observeHandover(kind: string, seconds: number): void {
    this.latency.observe({ kind }, seconds);
  }

  setBacklog(backlog: MailBacklog): void {
    this.backlog = backlog;
  }
}
