import { Inject, Injectable } from '@nestjs/common';
import { PeriodicJob } from '@stoa/lifecycle';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { AccountNoticesRepository } from './account-notices.repository';
import { AccountNoticesService } from './account-notices.service';

const PAUSE_MS = 10_000;
const BATCH = 50;

/** Sends what nobody sent when the account was made. In every replica: rows are claimed, so nothing is sent twice. */
@Injectable()
export class AccountNoticesJob extends PeriodicJob {
  constructor(
    private readonly repository: AccountNoticesRepository,
    private readonly notices: AccountNoticesService,
    @Inject(LOGGER) log: Logger,
  ) {
    super({ failure: 'notices about new accounts could not be sent', everyMs: PAUSE_MS }, log);
  }

  async round(): Promise<void> {
    for (const userId of await this.repository.overdue(BATCH)) {
      if (this.stopping.aborted) return;
      await this.notices.deliver(userId);
    }
  }
}
