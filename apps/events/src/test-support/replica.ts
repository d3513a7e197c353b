import { NatsHintTransport } from '@stoa/changes';
import { loadEnvironment } from '@stoa/config';
import { ChangeLogStore, Database } from '@stoa/database';
import { EventQueues, slotsOfPartition } from '@stoa/event-queue';
import { Metrics, createLogger } from '@stoa/observability';
import { NatsConnection, RpcClient, connectToNats } from '@stoa/rpc';
import type { TestServers } from '@stoa/testing';
import { consumerMetrics } from '../consumption/consumer-metrics';
import { PartitionConsumer } from '../consumption/partition-consumer';
import { EventsRuntime } from '../events-runtime';
import { EventsEnvironment } from '../events.environment';
import { WakeSender } from '../wakes/wake-sender';

const logger = createLogger({ service: 'events', replica: 1, level: 'silent' });

/** A whole events service inside the test process, with connections of its own, which can be killed. */
export class Replica {
  private constructor(
    private readonly runtime: EventsRuntime,
    private readonly database: Database,
    private readonly queues: EventQueues,
    private readonly nats: NatsConnection,
  ) {}

  static async start(servers: TestServers, changes: Partial<EventsEnvironment> = {}): Promise<Replica> {
    const given = loadEnvironment(EventsEnvironment, {
      STOA_NATS_URL: servers.natsUrl,
      STOA_LOG_LEVEL: 'silent',
      STOA_DATABASE_URL: servers.databaseUrl,
      STOA_DATABASE_POOL_SIZE: '6',
      STOA_REDIS_URL: servers.redisUrl,
      STOA_QUEUE_SWEEP_MS: '500',
      STOA_QUEUE_AWAY_SECONDS: '600',
      STOA_RELAY_LEASE_MS: '500',
    });
    const environment = Object.assign(given, changes);
    const database = Database.open({ url: servers.databaseUrl, size: 6 });
    const queues = EventQueues.connect({ url: servers.redisUrl });
    const nats = await connectToNats(servers.natsUrl, 'events');
    const metrics = new Metrics({ service: 'events', replica: '1' });
    const runtime = new EventsRuntime(environment, database, queues, nats, logger, metrics, new RpcClient(nats));
    await runtime.onApplicationBootstrap();
    return new Replica(runtime, database, queues, nats);
  }

  /** Orderly, as on SIGTERM. */
  async stop(): Promise<void> {
    await this.runtime.beforeApplicationShutdown();
    await this.closeConnections();
  }

  /** Cuts every connection at once: nothing is stored, released or said any more. */
  async kill(): Promise<void> {
    await this.closeConnections();
    // Only ends the loops: nothing that they do reaches a server.
    await this.runtime.beforeApplicationShutdown();
  }

  private async closeConnections(): Promise<void> {
    await Promise.all([this.nats.close(), this.queues.close(), this.database.close()]);
  }
}

/**
 * A consumer that fills every slot of partition 0 without checking who owns it, like a consumer that was stopped for
 * long.
 */
export class RogueConsumer {
  private constructor(
    private readonly consumer: PartitionConsumer,
    private readonly database: Database,
    private readonly queues: EventQueues,
    private readonly nats: NatsConnection,
  ) {}

  static async start(servers: TestServers): Promise<RogueConsumer> {
    const database = Database.open({ url: servers.databaseUrl, size: 2 });
    const queues = EventQueues.connect({ url: servers.redisUrl });
    const nats = await connectToNats(servers.natsUrl, 'rogue');
    const transport = new NatsHintTransport(nats);
    const metrics = consumerMetrics(new Metrics({ service: 'events', replica: '9' }));
    const events = new WakeSender(transport, metrics, logger);
    const log = new ChangeLogStore(database);
    const consumer = new PartitionConsumer(0, { log, transport, queues, events, metrics, logger });
    consumer.start();
    for (const slot of slotsOfPartition(0)) consumer.acquire(slot);
    return new RogueConsumer(consumer, database, queues, nats);
  }

  async stop(): Promise<void> {
    await this.consumer.stop();
    await Promise.all([this.nats.close(), this.queues.close(), this.database.close()]);
  }
}
