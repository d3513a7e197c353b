import { Injectable } from '@nestjs/common';
import { Metrics } from '@stoa/observability';

const OUTCOMES = [
  ...(['posted', 'repeated', 'held', 'forwarded', 'unsubscribed'] as const),
  ...(['dropped', 'refused', 'unreadable', 'unavailable'] as const),
] as const;
export type MailOutcome = (typeof OUTCOMES)[number];

/** Counts mails that come in, for each recipient. */
@Injectable()
export class MailMetrics {
  private readonly mails;

  constructor(metrics: Metrics) {
    this.mails = metrics.counter('stoa_incoming_mails_total', 'Mails that came in, for each recipient.', ['outcome']);
    // From zero on, or the first one would not show as an increase.
    for (const outcome of OUTCOMES) this.mails.inc({ outcome }, 0);
  }

  count(outcome: MailOutcome): void {
    this.mails.inc({ outcome });
  }
}
