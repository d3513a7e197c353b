import { pause } from '@stoa/changes';
import { CollectedQueue, EventQueues, Slot, slotName } from '@stoa/event-queue';
import type { Logger } from '@stoa/observability';
import { OutageMonitor } from './outage-monitor';

export interface QueueCollectorOptions {
  /** Between two sweeps. */
  sweepMs: number;
  /** Nothing is collected until everything has worked for so long. */
  idleMs: number;
}

/** Ends event queues whose clients do not come back (realtime.md 5). */
export class QueueCollector {
  private readonly stopped = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly queues: EventQueues,
    private readonly slots: () => readonly Slot[],
    private readonly outages: OutageMonitor,
    /** Receives the report; if it fails, the queues stay dead as they are and are reported again. */
    private readonly report: (slot: Slot, collected: readonly CollectedQueue[]) => Promise<void>,
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
        await this.queues.keeper.collectIdle(slot, (collected) => this.report(slot, collected));
      } catch (error) {
        this.logger.warn({ err: error, slot: slotName(slot) }, 'idle queues could not be collected');
        return;
      }
    }
  }
}
