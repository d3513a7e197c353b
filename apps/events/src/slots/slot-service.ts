import { PARTITIONS, pause } from '@stoa/changes';
import { EventQueues, Slot, SlotLeases, slotsOfPartition } from '@stoa/event-queue';
import type { Logger } from '@stoa/observability';
import { OutageMonitor } from '../collection/outage-monitor';
import { PartitionConsumer } from '../consumption/partition-consumer';

/** A replica that is silent for so long loses its slots. */
const LEASE_MS = 3_000;
const TICK_MS = 1_000;
/** A tick that takes longer is stuck: the others shall have the slots. */
const LONGEST_TICK_MS = 30_000;
/** Slots are looked at when the connection to Redis is a new one; who cannot know that looks every other tick. */
const TICKS_PER_CHECK = 15;
const TICKS_PER_BLIND_CHECK = 2;

/** What fills slots of a partition. */
type SlotConsumer = Pick<PartitionConsumer, 'acquire' | 'release' | 'verifySlots' | 'isJoining'>;

/** Keeps this replica's share of the slots leased and its consumers informed of it. */
export class SlotService {
  private readonly leases: SlotLeases;
  private readonly stopped = new AbortController();
  private running: Promise<void> | undefined;
  private hasTicked = false;
  private ticks = 0;
  private readonly ticksPerCheck: number;
  /** The next tick looks at the slots. */
  private isInDoubt = true;

  constructor(
    queues: Pick<EventQueues, 'onReconnect' | 'leases'>,
    replicaId: string,
    private readonly consumers: ReadonlyMap<number, SlotConsumer>,
    private readonly outages: Pick<OutageMonitor, 'report'>,
    private readonly logger: Logger,
  ) {
    const notices = queues.onReconnect(() => (this.isInDoubt = true));
    this.ticksPerCheck = notices ? TICKS_PER_CHECK : TICKS_PER_BLIND_CHECK;
    this.leases = queues.leases({ replicaId, slots: PARTITIONS.flatMap(slotsOfPartition), ttlMs: LEASE_MS });
  }

  start(): void {
    this.running = this.run();
  }

  /** Whether the first slots were taken and all of them are served. */
  get isSettled(): boolean {
    return this.hasTicked && [...this.consumers.values()].every((consumer) => !consumer.isJoining);
  }

  /** How many replicas share the slots, as of the last tick. */
  get replicas(): number {
    return this.leases.replicas;
  }

  /** Ends the renewal; the slots stay leased until {@link release}. */
  async stop(): Promise<void> {
    this.stopped.abort();
    await this.running;
  }

  /** Leaves the slots to the other replicas. */
  async release(): Promise<void> {
    await this.leases.release();
  }

  private async run(): Promise<void> {
    const { signal } = this.stopped;
    while (!signal.aborted) {
      const begun = performance.now();
      const beats = setInterval(() => {
        if (performance.now() - begun < LONGEST_TICK_MS) void this.beat();
      }, TICK_MS);
      await this.tick();
      clearInterval(beats);
      await pause(Math.max(0, TICK_MS - (performance.now() - begun)), signal);
    }
  }

  /**
   * While a tick waits, for slots on a server of Redis that is lost, say, this replica is there all the same: otherwise
   * the others would take its slots, wait for the same server, and be taken for silent in turn.
   */
  private async beat(): Promise<void> {
    try {
      await this.leases.beat();
    } catch (error) {
      // The tick that waits finds out as well.
      this.logger.debug({ err: error }, 'this replica could not be announced');
    }
  }

  private async tick(): Promise<void> {
    try {
      const { acquired, lost, wasUnknown } = await this.leases.tick();
      this.outages.report('redis', true);
      await Promise.all(lost.map(async (slot) => this.consumerOf(slot)?.release(slot)));
      for (const slot of acquired) this.consumerOf(slot)?.acquire(slot);
      this.hasTicked = true;
      if (wasUnknown || this.ticks++ % this.ticksPerCheck === 0) this.isInDoubt = true;
      if (this.isInDoubt) await this.verify();
    } catch (error) {
      // What is held stays served: two owners of a slot only waste work.
      this.outages.report('redis', false);
      this.logger.warn({ err: error }, 'the leases of slots could not be renewed');
    }
  }

  private async verify(): Promise<void> {
    this.isInDoubt = false;
    await Promise.all([...this.consumers.values()].map((consumer) => consumer.verifySlots()));
  }

  private consumerOf(slot: Slot): SlotConsumer | undefined {
    return this.consumers.get(slot.partition);
  }
}
