import { randomUUID } from 'node:crypto';
import {
  BeforeApplicationShutdown,
  Inject,
  Injectable,
  OnApplicationBootstrap,
  OnApplicationShutdown,
} from '@nestjs/common';
import {
  LogMaintenance,
  NatsHintTransport,
  PARTITIONS,
  PartitionRelay,
  RelayShares,
  SharedMoves,
  relayMetrics,
} from '@stoa/changes';
import { UnavailableError } from '@stoa/errors';
import { ChangeLogStore, Database } from '@stoa/database';
import { EventQueues } from '@stoa/event-queue';
import { LOGGER, type Logger, Metrics, inBackground } from '@stoa/observability';
import { NATS_CONNECTION, type NatsConnection, RpcClient } from '@stoa/rpc';
import { OutageMonitor } from './collection/outage-monitor';
import { QueueCollector } from './collection/queue-collector';
import { QueueHandOver } from './collection/queue-hand-over';
import { consumerMetrics } from './consumption/consumer-metrics';
import { PartitionConsumer } from './consumption/partition-consumer';
import { ReleaseNotice } from './consumption/release-notice';
import { EventsEnvironment } from './events.environment';
import { MonitoredChangeLog } from './relays/monitored-change-log';
import { SlotService } from './slots/slot-service';
import { WakeSender } from './wakes/wake-sender';

/** The service reports itself ready without its slots after this time: a dependency may be down for long. */
const SETTLE_MS = 10_000;

/** Starts the parts of the service in order and ends them in order. */
@Injectable()
export class EventsRuntime implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly outages = new OutageMonitor();
  private readonly relays: PartitionRelay[];
  private readonly maintenance: LogMaintenance;
  private readonly consumers: Map<number, PartitionConsumer>;
  private readonly slots: SlotService;
  private readonly collector: QueueCollector;

  constructor(
    environment: EventsEnvironment,
    database: Database,
    private readonly queues: EventQueues,
    @Inject(NATS_CONNECTION) private readonly nats: NatsConnection,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
    rpc: RpcClient,
  ) {
    queues.meter(metrics);
    const replicaId = randomUUID();
    const transport = new NatsHintTransport(nats);
    const store = new ChangeLogStore(database, {
      leaseMs: environment.STOA_RELAY_LEASE_MS,
      retentionSeconds: environment.STOA_CHANGES_RETENTION_SECONDS,
    });
    const log = new MonitoredChangeLog(store, this.outages);
    const relaying = relayMetrics(metrics);
    const shares = new RelayShares(() => this.slots.replicas);
    const looks = new SharedMoves(log, replicaId);
    const relay = { holder: replicaId, shares, looks, leaseMs: environment.STOA_RELAY_LEASE_MS };
    this.relays = PARTITIONS.map((partition) => new PartitionRelay(partition, log, transport, relaying, logger, relay));
    this.maintenance = new LogMaintenance(log, logger);
    const consuming = consumerMetrics(metrics);
    const events = new WakeSender(transport, consuming, logger);
    const release = new ReleaseNotice(database);
    const ephemeralBytes = environment.STOA_EPHEMERAL_BYTES;
    const parts = { log, transport, queues, events, metrics: consuming, logger, release, ephemeralBytes };
    this.consumers = new Map(PARTITIONS.map((partition) => [partition, new PartitionConsumer(partition, parts)]));
    const handOver = new QueueHandOver(queues.keeper, rpc, logger);
    this.slots = new SlotService(queues, replicaId, this.consumers, this.outages, logger);
    this.collector = new QueueCollector(
      queues,
      () => [...this.consumers.values()].flatMap((consumer) => consumer.liveSlots),
      this.outages,
      {
        collected: async (slot, collected) => {
          await handOver.tell(slot, collected);
          events.onCollected(collected);
        },
        away: (slot, away) => handOver.tellAway(slot, away),
      },
      logger,
      {
        sweepMs: environment.STOA_QUEUE_SWEEP_MS,
        idleMs: environment.STOA_QUEUE_IDLE_SECONDS * 1000,
        awayMs: environment.STOA_QUEUE_AWAY_SECONDS * 1000,
      },
    );
    this.declareGauges(metrics);
    queues.meterServers(metrics);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.checkRedis();
    inBackground(() => this.start());
    await this.settle();
  }

  private start(): void {
    this.maintenance.start();
    for (const relay of this.relays) relay.start();
    for (const consumer of this.consumers.values()) consumer.start();
    this.slots.start();
    this.collector.start();
    void this.watchNats();
  }

  /** Places are stored and leases given up while everything is still connected. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.collector.stop(), this.maintenance.stop(), this.slots.stop()]);
    await Promise.all([...this.consumers.values()].map((consumer) => consumer.stop()));
    const released = this.slots.release().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'the leases of slots end by themselves');
    });
    await Promise.all([released, ...this.relays.map((relay) => relay.stop())]);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.queues.close();
  }

  /** A Redis that may lose queues ends the start; one that is away does not: the slots wait for it. */
  private async checkRedis(): Promise<void> {
    try {
      for (const warning of await this.queues.checkServer()) this.logger.warn(warning);
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      this.logger.warn({ err: error }, 'Redis cannot be checked now');
    }
  }

  private async settle(): Promise<void> {
    const deadline = performance.now() + SETTLE_MS;
    while (!this.slots.isSettled && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  private async watchNats(): Promise<void> {
    for await (const { type } of this.nats.status()) {
      if (type === 'disconnect') this.outages.report('nats', false);
      if (type === 'reconnect') this.outages.report('nats', true);
    }
  }

  private declareGauges(metrics: Metrics): void {
    const perPartition = (name: string, help: string, value: (consumer: PartitionConsumer) => number) =>
      metrics.gauge(name, help, ['partition'], (gauge) => {
        for (const [partition, consumer] of this.consumers)
          gauge.set({ partition: String(partition) }, value(consumer));
      });
    perPartition('stoa_event_queues', 'Event queues that this replica fills.', (consumer) => consumer.queueCount);
    perPartition('stoa_event_slots', 'Slots that this replica serves.', (consumer) => consumer.liveSlots.length);
    perPartition('stoa_consumer_lag_changes', 'Known changes that were not applied yet.', (consumer) => consumer.lag);
  }
}
