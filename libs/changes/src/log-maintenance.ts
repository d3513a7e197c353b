import type { Logger } from '@stoa/observability';
import { ChangeLog } from './change-log';

const INTERVAL_MS = 10 * 60 * 1000;
const RETRY_MS = 30_000;

/**
 * Keeps the hourly partitions of outbox and log ahead of the clock and drops what was moved long ago. Every events
 * replica runs it; the database lets one at a time through.
 */
export class LogMaintenance {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly log: ChangeLog,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.schedule(0);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private schedule(inMs: number): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.running = this.run();
    }, inMs);
  }

  private async run(): Promise<void> {
    try {
      await this.log.maintain();
      this.schedule(INTERVAL_MS);
    } catch (error) {
      this.logger.warn({ err: error }, 'the partitions of the change log could not be maintained');
      this.schedule(RETRY_MS);
    }
  }
}
