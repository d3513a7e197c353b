import { Inject, Injectable } from '@nestjs/common';
import { PeriodicJob } from '@stoa/lifecycle';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { MessagesEnvironment } from '../../messages.environment';
import { ChannelActivityService } from './channel-activity.service';

/**
 * Counts the traffic of channels and finds which went silent, now and then in every replica: channels are looked at again
 * under their locks, and one replica at a time counts, so two at once only waste work.
 */
@Injectable()
export class ChannelActivityJob extends PeriodicJob {
  constructor(
    private readonly activity: ChannelActivityService,
    environment: MessagesEnvironment,
    @Inject(LOGGER) log: Logger,
  ) {
    const everyMs = environment.STOA_CHANNEL_ACTIVITY_SECONDS * 1000;
    super({ failure: 'the activity of channels could not be counted', everyMs }, log);
  }

  round(): Promise<void> {
    return this.activity.run();
  }
}
