import { Inject, Injectable, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { MessagesEnvironment } from '../messages.environment';
import { ChannelActivityService } from './channel-activity.service';

/**
 * Counts the traffic of channels and finds which went silent, now and then in every replica: channels are looked at again
 * under their locks, and one replica at a time counts, so two at once only waste work.
 */
@Injectable()
export class ChannelActivityJob implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly activity: ChannelActivityService,
    private readonly environment: MessagesEnvironment,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const intervalMs = this.environment.STOA_CHANNEL_ACTIVITY_SECONDS * 1000;
    // Replicas that started together do not all work at the same moment.
    this.timer = setInterval(() => this.runSoon(), intervalMs * (0.9 + Math.random() * 0.2));
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private runSoon(): void {
    this.running = this.running
      .then(() => this.activity.run())
      .catch((error: unknown) => {
        this.log.warn({ err: error }, 'the activity of channels could not be counted');
      });
  }
}
