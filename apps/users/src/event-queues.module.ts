import { Global, Inject, Module, OnApplicationShutdown } from '@nestjs/common';
import { redisAddress } from '@stoa/config';
import { EventQueues } from '@stoa/event-queue';
import { UsersEnvironment } from './users-environment';

/** The connection to the event queues; registrations create and open queues through it. */
@Global()
@Module({
  providers: [
    {
      provide: EventQueues,
      inject: [UsersEnvironment],
      useFactory: (environment: UsersEnvironment) => EventQueues.connect(redisAddress(environment)),
    },
  ],
  exports: [EventQueues],
})
export class EventQueuesModule implements OnApplicationShutdown {
  constructor(@Inject(EventQueues) private readonly queues: EventQueues) {}

  async onApplicationShutdown(): Promise<void> {
    await this.queues.close();
  }
}
