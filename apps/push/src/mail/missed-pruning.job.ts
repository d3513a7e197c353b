import { Inject, Injectable } from '@nestjs/common';
import { PruningJob } from '@stoa/lifecycle';
import { LOGGER, type Logger } from '@stoa/observability';
import { MailJobsRepository } from './mail-jobs.repository';

const EVERY_MS = 10 * 60_000;
/** Longer than an event queue may stay away: what was mailed and waits there is not mailed again. */
const KEPT_DAYS = 8;
const ROWS_AT_ONCE = 10_000;

/** Forgets which messages were mailed. */
@Injectable()
export class MissedPruningJob extends PruningJob {
  constructor(
    private readonly jobs: MailJobsRepository,
    @Inject(LOGGER) log: Logger,
  ) {
    super({ failure: 'rows of mailed messages are not removed', everyMs: EVERY_MS, rowsAtOnce: ROWS_AT_ONCE }, log);
  }

  protected prune(limit: number): Promise<number> {
    return this.jobs.forgetTaken(KEPT_DAYS, limit);
  }
}
