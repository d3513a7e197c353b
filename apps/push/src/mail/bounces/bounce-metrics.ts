import { Injectable } from '@nestjs/common';
import { Metrics } from '@stoa/observability';
import type { BounceKind } from '../../rules/mail/bounces';

const KINDS = ['hard', 'soft', 'complaint'] as const satisfies readonly BounceKind[];

/** Counts what comes back, and the addresses that get no mails because of it. */
@Injectable()
export class BounceMetrics {
  private readonly bounces;
  private readonly suspensions;

  constructor(metrics: Metrics) {
    this.bounces = metrics.counter(
      'stoa_mail_bounces_total',
      'Mails that came back or were complained about, one an hour of each address and kind.',
      ['kind'],
    );
    this.suspensions = metrics.counter('stoa_mail_suspensions_total', 'Addresses that get no more mails, by reason.', [
      'reason',
    ]);
    // From zero on, or the first one would not show as an increase.
    for (const kind of KINDS) {
      this.bounces.inc({ kind }, 0);
      this.suspensions.inc({ reason: kind }, 0);
    }
  }

  countBounce(kind: BounceKind): void {
    this.bounces.inc({ kind });
  }

  countSuspension(reason: BounceKind): void {
    this.suspensions.inc({ reason });
  }
}
