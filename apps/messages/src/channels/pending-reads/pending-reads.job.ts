import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { PeriodicJob } from '@stoa/lifecycle';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { PendingReadsRepository } from './pending-reads.repository';
import { PendingReadsService } from './pending-reads.service';

const PAUSE_MS = 5_000;
/** The same while nothing is due: rows are left to who wrote them for half a minute, and to sends for two. */
const QUIET_MS = 10_000;
const BATCH = 50;

/**
 * Marks what is due: left channels whose process died before it could, and what was left unread by sends that did not
 * know of a mute yet. In every replica: rows are taken on, and a failed one comes up again without keeping others
 * waiting.
 */
@Injectable()
export class PendingReadsJob extends PeriodicJob {
  constructor(
    private readonly repository: PendingReadsRepository,
    private readonly pendingReads: PendingReadsService,
    @Inject(LOGGER) log: Logger,
  ) {
    super({ failure: 'messages could not be marked read', everyMs: PAUSE_MS, quietMs: QUIET_MS }, log);
  }

  /** @throws AggregateError after everything that was due has been tried */
  async round(): Promise<void> {
    const failures: unknown[] = [];
    let found = 0;
    for (;;) {
      const due = await this.repository.takeDue(BATCH);
      found += due.length;
      for (const pending of due) {
        if (this.stopping.aborted) return;
        await this.pendingReads.settle(pending, randomUUID()).catch((error: unknown) => failures.push(error));
      }
      if (due.length < BATCH) break;
    }
    if (found === 0) this.foundNothing();
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} times`);
  }
}
