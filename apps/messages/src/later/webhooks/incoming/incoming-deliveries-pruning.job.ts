import { Inject, Injectable } from '@nestjs/common';
import { PruningJob } from '@stoa/lifecycle';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { MessagesEnvironment } from '../../../messages.environment';
import { IncomingDeliveriesRepository } from './incoming-deliveries.repository';

const EVERY_MS = 10 * 60_000;
const ROWS_AT_ONCE = 1_000;

/** Forgets deliveries of other tools after some days, and those whose messages were deleted. */
@Injectable()
export class IncomingDeliveriesPruningJob extends PruningJob {
  constructor(
    private readonly repository: IncomingDeliveriesRepository,
    private readonly environment: MessagesEnvironment,
    @Inject(LOGGER) log: Logger,
  ) {
    super(
      { failure: 'old deliveries of other tools are not removed', everyMs: EVERY_MS, rowsAtOnce: ROWS_AT_ONCE },
      log,
    );
  }

  protected prune(limit: number): Promise<number> {
    return this.repository.prune(this.environment.STOA_WEBHOOK_LOG_DAYS, limit);
  }
}
