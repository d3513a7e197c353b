import { Inject, Injectable } from '@nestjs/common';
import { PruningJob } from '@stoa/lifecycle';
import { LOGGER, type Logger } from '@stoa/observability';
import { BouncesRepository } from './bounces.repository';

const EVERY_MS = 10 * 60_000;
const ROWS_AT_ONCE = 1_000;

/** Forgets what came back too long ago to count. */
@Injectable()
export class BouncePruningJob extends PruningJob {
  constructor(
    private readonly repository: BouncesRepository,
    @Inject(LOGGER) log: Logger,
  ) {
    super({ failure: 'bounces that count no more are not removed', everyMs: EVERY_MS, rowsAtOnce: ROWS_AT_ONCE }, log);
  }

  protected prune(limit: number): Promise<number> {
    return this.repository.forget(limit);
  }
}
