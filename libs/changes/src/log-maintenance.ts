import { PeriodicJob } from '@stoa/lifecycle';
import type { Logger } from '@stoa/observability';
import { ChangeLog } from './change-log';

const INTERVAL_MS = 10 * 60 * 1000;
const RETRY_MS = 30_000;

/**
 * Keeps the hourly partitions of outbox and log ahead of the clock and drops what was moved long ago. Every events
 * replica runs it; the database lets one at a time through.
 */
export class LogMaintenance extends PeriodicJob {
  constructor(
    private readonly changes: ChangeLog,
    logger: Logger,
  ) {
    const failure = 'the partitions of the change log could not be maintained';
    super({ failure, everyMs: INTERVAL_MS, firstAfterMs: 0, afterFailureMs: RETRY_MS }, logger);
  }

  async round(): Promise<void> {
    await this.changes.maintain();
  }
}
