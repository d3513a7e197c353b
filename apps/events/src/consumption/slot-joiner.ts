import { StreamPosition, StreamedChange, pause } from '@stoa/changes';
import { Slot, SlotPosition, ParkedQueue, slotName } from '@stoa/event-queue';
import { LiveQueueIndex } from './live-queue-index';
import type { PartitionConsumerParts } from './partition-consumer-parts';
import { SlotRunner } from './slot-runner';

const PAGE_ROWS = 500;
const PAGE_BYTES = 8 * 1024 * 1024;
/** Within so many changes of the others, a slot joins them for the rest. */
const CLOSE_ENOUGH = 200;
const FIRST_RETRY_MS = 50;
const SLOWEST_RETRY_MS = 2_000;

/**
 * Brings a slot from where its last owner left it to where this replica's stream is: settles a server or an epoch that
 * changed meanwhile, then applies what the log has.
 */
export class SlotJoiner {
  /** One line in the log for an outage is enough. */
  private hasFailed = false;

  constructor(
    private readonly slot: Slot,
    private readonly partition: number,
    private readonly parts: PartitionConsumerParts,
    private readonly streamPosition: () => StreamPosition | undefined,
  ) {}

  /** Tries until the slot is close to the stream. @returns undefined when `signal` aborted it */
  async prepare(signal: AbortSignal): Promise<SlotRunner | undefined> {
    let retryMs = FIRST_RETRY_MS;
    while (!signal.aborted) {
      try {
        const runner = await this.attempt(signal);
        if (runner) return runner;
        retryMs = FIRST_RETRY_MS;
      } catch (error) {
        if (!this.hasFailed) {
          this.parts.logger.warn({ err: error, slot: slotName(this.slot) }, 'a slot cannot be taken over yet');
        }
        this.hasFailed = true;
        retryMs = Math.min(SLOWEST_RETRY_MS, retryMs * 2);
      }
      await pause(retryMs, signal);
    }
    return undefined;
  }

  /** To be called while no batch is being applied. @returns whether the slot is now at or beyond the stream */
  async catchUpFully(runner: SlotRunner): Promise<boolean> {
    const target = this.streamPosition();
    if (!target || target.epoch !== runner.epoch) return false;
    await runner.syncQueues();
    while (runner.appliedSeq < target.seq) if (!(await this.applyPage(runner))) return false;
    return true;
  }

  /** Wakes gateways for requests whose wake may have been lost with the last owner. */
  async wakeWaiting(): Promise<void> {
    try {
      this.parts.events.onWaiting(await this.parts.queues.writer.listWoken(this.slot));
    } catch (error) {
      // They ask again by themselves within a minute.
      this.parts.logger.warn({ err: error, slot: slotName(this.slot) }, 'waiting polls were not looked for');
    }
  }

  private async attempt(signal: AbortSignal): Promise<SlotRunner | undefined> {
    const { keeper } = this.parts.queues;
    const target = this.streamPosition();
    if (!target) return undefined;
    const { position, sameServer } = await keeper.readSlot(this.slot);
    if (!position) {
      await keeper.initialiseSlot(this.slot, await this.head());
      return undefined;
    }
    if (!sameServer) return this.settleServer();
    if (position.epoch !== target.epoch) return this.enterEpoch(position, target);
    return this.approach(position, signal);
  }

  private async settleServer(): Promise<undefined> {
    const { queues, logger } = this.parts;
    const refusal = await queues.keeper.renewLogs();
    if (refusal) logger.warn({ slot: slotName(this.slot), refusal }, 'Redis did not begin a new log after its restart');
    const answer = await queues.keeper.confirmRunId(this.slot);
    if (answer === 'unsafe') await this.expire('the Redis server may have rolled back');
  }

  private async enterEpoch(position: SlotPosition, target: StreamPosition): Promise<undefined> {
    // The stream does not know the slot's epoch yet: a beat will bring it.
    if (position.epoch > target.epoch) return undefined;
    const state = await this.parts.log.state(this.partition);
    if (state.epoch <= position.epoch) return undefined;
    const { keeper } = this.parts.queues;
    const result = await keeper.expireQueuesBeyond(this.slot, state);
    if (result.status === 'done') this.finish(result.parked);
    return undefined;
  }

  private async approach(position: SlotPosition, signal: AbortSignal): Promise<SlotRunner | undefined> {
    const { queues, events } = this.parts;
    const runner = new SlotRunner(this.slot, position, queues.writer, new LiveQueueIndex(), events);
    await runner.syncQueues();
    while ((this.streamPosition()?.seq ?? 0) - runner.appliedSeq > CLOSE_ENOUGH) {
      if (signal.aborted || !(await this.applyPage(runner))) return undefined;
    }
    return runner;
  }

  /** @returns false if the slot cannot go on from where it is */
  private async applyPage(runner: SlotRunner): Promise<boolean> {
    const { beat, rows } = await this.parts.log.read(this.partition, runner.appliedSeq, PAGE_ROWS, PAGE_BYTES);
    if (beat.epoch !== runner.epoch) return false;
    const first = rows[0];
    if (!first) {
      if (beat.head > runner.appliedSeq) await this.expire('the log no longer has what the slot needs');
      return false;
    }
    if (first.seq !== runner.appliedSeq + 1) {
      await this.expire('the log no longer has what the slot needs');
      return false;
    }
    // After the changes were read: what is registered from now on has them in its snapshot (I5).
    await runner.syncQueues();
    await runner.applyAlone(rows.map((row) => StreamedChange.fromLog(beat, row)));
    return true;
  }

  private async expire(reason: string): Promise<void> {
    this.parts.logger.error({ slot: slotName(this.slot), reason }, 'the queues of a slot expire');
    this.finish(await this.parts.queues.keeper.expireSlot(this.slot, await this.head()));
  }

  private finish(parked: readonly ParkedQueue[]): void {
    this.parts.events.onDead(parked);
  }

  private async head(): Promise<SlotPosition> {
    const { epoch, head } = await this.parts.log.state(this.partition);
    return { epoch, seq: head };
  }
}
