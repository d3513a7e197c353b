import { Inject, Module, OnApplicationShutdown } from '@nestjs/common';
import { NatsHintTransport } from '@stoa/changes';
import { redisAddress } from '@stoa/config';
import { EventQueues } from '@stoa/event-queue';
import { Metrics } from '@stoa/observability';
import { NATS_CONNECTION, type NatsConnection } from '@stoa/rpc';
import { GatewayEnvironment } from '../gateway-environment';
import { EventsController } from './events.controller';
import { DelayedFailures } from './delayed-failures';
import { EventStreams } from './event-streams';
import { FailingPolls } from './failing-polls';
import { GatewayDrain } from './gateway-drain';
import { HeldPolls } from './held-polls';
import { KeptQueues } from './kept-queues';
import { PollRefusals } from './poll-refusals';
import { QueuePolls } from './queue-polls';
import { QueueRegistration } from './queue-registration';
import { RememberedPolls } from './remembered-polls';
import { RepeatedPolls } from './repeated-polls';

/** Long polls and streams: `GET` and `DELETE /events`. */
@Module({
  providers: [
    {
      provide: EventQueues,
      inject: [GatewayEnvironment],
      useFactory: (environment: GatewayEnvironment) => EventQueues.connect(redisAddress(environment)),
    },
    {
      provide: NatsHintTransport,
      inject: [NATS_CONNECTION],
      useFactory: (connection: NatsConnection) => new NatsHintTransport(connection),
    },
    { provide: FailingPolls, useFactory: () => new FailingPolls() },
    DelayedFailures,
    EventStreams,
    GatewayDrain,
    HeldPolls,
    KeptQueues,
    PollRefusals,
    QueuePolls,
    QueueRegistration,
    RememberedPolls,
    RepeatedPolls,
  ],
  controllers: [EventsController],
})
export class EventsModule implements OnApplicationShutdown {
  constructor(
    @Inject(EventQueues) private readonly queues: EventQueues,
    polls: HeldPolls,
    streams: EventStreams,
    kept: KeptQueues,
    metrics: Metrics,
  ) {
    queues.meter(metrics);
    metrics.gauge('stoa_held_polls', 'Long polls and streams that are held now.', [], (gauge) =>
      gauge.set(polls.size + streams.size + kept.size),
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.queues.close();
  }
}
