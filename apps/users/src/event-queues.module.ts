import { Global, Inject, Module, OnApplicationShutdown } from '@nestjs/common';
import { redisAddress } from '@stoa/config';
import { EventQueues } from '@stoa/event-queue';
import { Metrics } from '@stoa/observability';
import { UsersEnvironment } from './users-environment';

/** The connection to the event queues; registrations create and open queues through it. */
@Global()
@Module({
  providers: [
    {
      provide: EventQueues,
      inject: [UsersEnvironment],
      useFactory: (environment: UsersEnvironment) =>
        EventQueues.connect({
          ...redisAddress(environment),
          queuesPerUser: environment.STOA_QUEUES_PER_USER,
          memoryPercent: environment.STOA_QUEUE_MEMORY_PERCENT,
        }),
    },
  ],
  exports: [EventQueues],
})
export class EventQueuesModule implements OnApplicationShutdown {
  constructor(
    @Inject(EventQueues) private readonly queues: EventQueues,
    metrics: Metrics,
  ) {
    queues.meter(metrics);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.queues.close();
  }
}
