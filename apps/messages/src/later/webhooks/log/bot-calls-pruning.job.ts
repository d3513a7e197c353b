import { Inject, Injectable } from '@nestjs/common';
import { PruningJob } from '@stoa/lifecycle';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { MessagesEnvironment } from '../../../messages.environment';
import { BotCallsRepository } from './bot-calls.repository';

const EVERY_MS = 10 * 60_000;
const ROWS_AT_ONCE = 1_000;

/** Forgets calls of services of bots after some days, and those about messages that were deleted. */
@Injectable()
export class BotCallsPruningJob extends PruningJob {
  constructor(
    private readonly repository: BotCallsRepository,
    private readonly environment: MessagesEnvironment,
    @Inject(LOGGER) log: Logger,
  ) {
    super(
      { failure: 'old calls of the services of bots are not removed', everyMs: EVERY_MS, rowsAtOnce: ROWS_AT_ONCE },
      log,
    );
  }

  protected prune(limit: number): Promise<number> {
    return this.repository.prune(this.environment.STOA_WEBHOOK_LOG_DAYS, limit);
  }
}
