import { Injectable } from '@nestjs/common';
import { Metrics } from '@stoa/observability';

const OUTCOMES = ['followed', 'refused', 'failed'] as const;
export type SyncOutcome = (typeof OUTCOMES)[number];

/** How looks at LDAP directories end. */
@Injectable()
export class LdapMetrics {
  private readonly syncs;

  constructor(metrics: Metrics) {
    this.syncs = metrics.counter(
      'stoa_ldap_syncs_total',
      'Synchronisations with LDAP directories, by outcome: followed, refused because too many would leave, or failed.',
      ['outcome'],
    );
    // Alerts compare with what was before the first one.
    for (const outcome of OUTCOMES) this.syncs.inc({ outcome }, 0);
  }

  count(outcome: SyncOutcome): void {
    this.syncs.inc({ outcome });
  }
}
