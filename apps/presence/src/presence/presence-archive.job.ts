import { Inject, Injectable } from '@nestjs/common';
import { PeriodicJob } from '@stoa/lifecycle';
import { LOGGER, type Logger } from '@stoa/observability';
import { PresenceState } from './presence-state';

/** What is lost of presences when Redis loses everything. */
const ARCHIVE_INTERVAL_MS = 5_000;

@Injectable()
export class PresenceArchiveJob extends PeriodicJob {
  constructor(
    private readonly state: PresenceState,
    @Inject(LOGGER) log: Logger,
  ) {
    super({ failure: 'presences could not be written back', everyMs: ARCHIVE_INTERVAL_MS }, log);
  }

  round(): Promise<void> {
    return this.state.archive();
  }
}
