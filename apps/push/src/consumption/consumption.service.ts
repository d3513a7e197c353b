import { Inject, Injectable } from '@nestjs/common';
import {
  type HintSubscription,
  NatsHintTransport,
  PARTITIONS,
  Signal,
  changesSubject,
  decodeMessage,
  pause,
} from '@stoa/changes';
import { PeriodicJob } from '@stoa/lifecycle';
import { Mailer } from '@stoa/mail';
import { LOGGER, type Logger, inBackground } from '@stoa/observability';
import { DeliveryQueue } from '../delivery/delivery-queue';
import { PushMetrics } from '../push-metrics';
import { PushPlanner } from './push-planner';
import { PartitionReader } from './partition-reader';
import { PartitionProgress, PositionRepository } from './position.repository';

/** While there are changes, the database is looked at so often: for what no hint announced, and for new devices. */
const LOOK_EVERY_MS = 1_000;
/** The same while none is announced and everything is stored. */
const QUIET_MS = 8_000;
/** Between two pages: under load many changes share a page and its statements. */
const BETWEEN_PAGES_MS = 40;
const AFTER_FAILURE_MS = 500;
const IDLE_MS = 60_000;

/** The loop of one partition, with the last hint that it got. */
interface Lane {
  partition: number;
  consumer: PartitionReader;
  signal: Signal;
  state: PartitionProgress | undefined;
  /** The head of the log, as the last look or a hint said. */
  head: number;
}

/**
 * Follows the change log in every replica. Hints of the relay wake it at once; one statement a second, for all
 * partitions, finds what no hint announced, and while nothing happens it is asked more seldom. It reads the log after the
 * fact: senders do not wait for it.
 */
@Injectable()
export class ConsumptionService extends PeriodicJob {
  private readonly leases: Lane[];
  private subscriptions: HintSubscription[] = [];
  private loops: Promise<unknown> = Promise.resolve();
  /** Whether anybody can be notified at all: there are devices, or mail is sent. */
  private hasReaders = false;

  constructor(
    private readonly positions: PositionRepository,
    planner: PushPlanner,
    queue: DeliveryQueue,
    metrics: PushMetrics,
    private readonly transport: NatsHintTransport,
    private readonly mailer: Mailer,
    @Inject(LOGGER) logger: Logger,
  ) {
    const failure = 'push cannot look at the change log';
    super({ failure, everyMs: LOOK_EVERY_MS, quietMs: QUIET_MS, firstAfterMs: 0 }, logger);
    const onJobs = queue.wakeSoon.bind(queue);
    const parts = { positions, planner, logger, metrics, onJobs };
    this.leases = PARTITIONS.map((partition) => ({
      partition,
      consumer: new PartitionReader(partition, parts),
      signal: new Signal(),
      state: undefined,
      head: 0,
    }));
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    this.subscriptions = this.leases.map((lane) =>
      this.transport.subscribe(changesSubject(lane.partition), (data) => this.hear(lane, data)),
    );
    this.loops = inBackground(() => Promise.all(this.leases.map((lane) => this.run(lane))));
  }

  override async beforeApplicationShutdown(): Promise<void> {
    for (const subscription of this.subscriptions) subscription.unsubscribe();
    await super.beforeApplicationShutdown();
    for (const { signal } of this.leases) signal.raise();
    await this.loops;
  }

  async round(): Promise<void> {
    const { hasDevices, partitions } = await this.positions.overview();
    this.hasReaders = hasDevices || this.mailer.isConfigured;
    let isDone = true;
    for (const lane of this.leases) {
      lane.state = partitions.get(lane.partition);
      isDone &&= lane.state !== undefined && isStored(lane.state);
      lane.head = lane.state?.beat.head ?? lane.head;
      lane.signal.raise();
    }
    if (isDone) this.foundNothing();
  }

  private hear(lane: Lane, data: Uint8Array): void {
    const { consumer, signal } = lane;
    const { head } = decodeMessage(data).beat;
    if (head !== lane.head) {
      lane.head = head;
      this.wake(LOOK_EVERY_MS);
    }
    if (this.hasReaders && !consumer.isFollowing && head > consumer.seq) signal.raise();
  }

  private async run(lane: Lane): Promise<void> {
    const { consumer, signal } = lane;
    let failures = 0;
    while (!this.stopping.aborted) {
      await signal.wait(IDLE_MS);
      try {
        await this.work(lane);
        failures = 0;
      } catch (error) {
        consumer.forget();
        if (failures++ === 0) this.log.warn({ err: error, partition: lane.partition }, 'push reads changes later');
        await pause(AFTER_FAILURE_MS, this.stopping);
      }
    }
    await consumer.storeReached(true).catch(() => undefined);
  }

  private async work(lane: Lane): Promise<void> {
    const { state, consumer } = lane;
    lane.state = undefined;
    if (state && !(await consumer.look(state, this.hasReaders))) return;
    if (!this.hasReaders) return;
    while (!this.stopping.aborted && (await consumer.advance())) await pause(BETWEEN_PAGES_MS, this.stopping);
    await pause(BETWEEN_PAGES_MS, this.stopping);
  }
}

/** Whether nothing is left to be read or stored, by whichever replica. */
function isStored({ beat, position }: PartitionProgress): boolean {
  return position?.epoch === beat.epoch && position.seq >= beat.head;
}
