import { BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Connections } from '../overload/connections';
import { DelayedFailures } from './delayed-failures';
import { EventStreams } from './event-streams';
import { HeldPolls } from './held-polls';
import { KeptQueues } from './kept-queues';

/**
 * A stop that no client notices: what is held is answered, every answer ends its connection, and those that are open are
 * served until they have ended. Clients come back through the load balancer, to another replica.
 */
@Injectable()
export class GatewayDrain implements BeforeApplicationShutdown {
  constructor(
    private readonly polls: HeldPolls,
    private readonly streams: EventStreams,
    private readonly kept: KeptQueues,
    private readonly failures: DelayedFailures,
    private readonly connections: Connections,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    this.connections.startDraining();
    this.failures.drain();
    await Promise.all([this.polls.drain(), this.streams.drain(), this.kept.drain()]);
    await this.connections.drained();
    this.polls.stop();
    this.streams.stop();
    this.kept.stop();
  }
}
