import { Inject, Injectable } from '@nestjs/common';
import { PruningJob } from '@stoa/lifecycle';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { ReceivedMailsRepository } from './received-mails.repository';

const EVERY_MS = 3_600_000;
/** Mail servers repeat for five days at most. */
const KEPT_DAYS = 7;
const ROWS_AT_ONCE = 1_000;

/** Forgets mails that nobody repeats any more. */
@Injectable()
export class ReceivedMailsPruningJob extends PruningJob {
  constructor(
    private readonly repository: ReceivedMailsRepository,
    @Inject(LOGGER) log: Logger,
  ) {
    super({ failure: 'rows of received mails are not removed', everyMs: EVERY_MS, rowsAtOnce: ROWS_AT_ONCE }, log);
  }

  protected prune(limit: number): Promise<number> {
    return this.repository.prune(KEPT_DAYS, limit);
  }
}
