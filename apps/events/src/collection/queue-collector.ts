import { pause } from '@stoa/changes';
import { AwayQueue, CollectedQueue, EventQueues, Slot, slotName } from '@stoa/event-queue';
import type { Logger } from '@stoa/observability';
import { OutageMonitor } from './outage-monitor';

export interface QueueCollectorOptions {
  /** Between two sweeps. */
  sweepMs: number;
  /** Nothing is collected until everything has worked for so long. */
  idleMs: number;
  /** A client that has not polled for so long is away, however long its queue lives. */
  awayMs: number;
}

/** What takes the reports of a slot. If one fails, the same queues are reported again. */
export interface CollectionReports {
  /** They are dead, and stay so as they are until they were reported. */
  collected: (slot: Slot, queues: readonly CollectedQueue[]) => Promise<void>;
  /** They live on without their clients; each is reported once per absence. */
  away: (slot: Slot, queues: readonly AwayQueue[]) => Promise<void>;
}

/** Notices clients that are away, and ends event queues whose clients do not come back (realtime.md 5). */
export class QueueCollector {
  private readonly stopped = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly queues: EventQueues,
    private readonly slots: () => readonly Slot[],
    private readonly outages: OutageMonitor,
    private readonly reports: CollectionReports,
    private readonly logger: Logger,
    private readonly options: QueueCollectorOptions,
  ) {}

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopped;
    while (!signal.aborted) {
      await pause(this.options.sweepMs, signal);
      await this.sweep(signal);
    }
  }

  /** One slot after the other, so that Redis is never held up for long. */
  private async sweep(signal: AbortSignal): Promise<void> {
    for (const slot of this.slots()) {
      if (signal.aborted || !this.outages.hasBeenCalmFor(this.options.idleMs)) return;
      try {
        await this.queues.keeper.collectIdle(slot, (collected) => this.reports.collected(slot, collected));
        await this.reportAway(slot);
      } catch (error) {
        this.logger.warn({ err: error, slot: slotName(slot) }, 'idle queues could not be collected');
        return;
      }
    }
  }

  private async reportAway(slot: Slot): Promise<void> {
    const { keeper } = this.queues;
    const found = await keeper.findAway(slot, this.options.awayMs);
    if (found.status !== 'done' || found.away.length === 0) return;
    await this.reports.away(slot, found.away);
    await keeper.markHandedOver(slot, found.away);
  }
}
