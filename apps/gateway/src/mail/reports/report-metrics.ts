import { Injectable } from '@nestjs/common';
import { Metrics } from '@stoa/observability';

/** `unknown`: about no mail of ours, or one that went to another address. */
const OUTCOMES = ['noted', 'suspended', 'ignored', 'unknown', 'unreadable'] as const;
type ReportOutcome = (typeof OUTCOMES)[number];

/** Counts reports about mails. */
@Injectable()
export class ReportMetrics {
  private readonly reports;

  constructor(metrics: Metrics) {
    this.reports = metrics.counter('stoa_mail_reports_total', 'Reports about mails that came in, by outcome.', [
      'outcome',
    ]);
    // From zero on, or the first one would not show as an increase.
    for (const outcome of OUTCOMES) this.reports.inc({ outcome }, 0);
  }

  count(outcome: ReportOutcome): void {
    this.reports.inc({ outcome });
  }
}
