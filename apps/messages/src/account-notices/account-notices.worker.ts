import { BeforeApplicationShutdown, Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { AccountNoticesRepository } from './account-notices.repository';
import { AccountNoticesService } from './account-notices.service';

const PAUSE_MS = 10_000;
const BATCH = 50;

/** Sends what nobody sent when the account was made. In every replica: rows are claimed, so nothing is sent twice. */
@Injectable()
export class AccountNoticesWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private isStopping = false;

  constructor(
    private readonly repository: AccountNoticesRepository,
    private readonly notices: AccountNoticesService,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private schedule(): void {
    if (this.isStopping) return;
    this.timer = setTimeout(() => {
      this.running = this.round();
    }, PAUSE_MS);
  }

  private async round(): Promise<void> {
    try {
      for (const userId of await this.repository.overdue(BATCH)) await this.notices.deliver(userId);
    } catch (error) {
      this.log.warn({ err: error }, 'notices about new accounts could not be sent');
    }
    this.schedule();
  }
}
