import { Module } from '@nestjs/common';
import { redisAddress } from '@stoa/config';
import { DatabaseModule } from '@stoa/database';
import { EventQueues } from '@stoa/event-queue';
import { EventsEnvironment } from './events.environment';
import { EventsRuntime } from './events-runtime';

@Module({
  imports: [
    DatabaseModule.forRootAsync({
      inject: [EventsEnvironment],
      useFactory: (environment: EventsEnvironment) => ({
        url: environment.STOA_DATABASE_URL,
        size: environment.STOA_DATABASE_POOL_SIZE,
        applicationName: 'events',
      }),
    }),
  ],
  providers: [
    {
      provide: EventQueues,
      inject: [EventsEnvironment],
      useFactory: (environment: EventsEnvironment) =>
        EventQueues.connect({
          ...redisAddress(environment),
          maxEvents: environment.STOA_QUEUE_EVENTS,
          maxBytes: environment.STOA_QUEUE_BYTES,
        }),
    },
    EventsRuntime,
  ],
})
export class EventsModule {}
