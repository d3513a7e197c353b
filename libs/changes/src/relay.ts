import { randomInt } from 'node:crypto';
import type { Logger } from '@stoa/observability';
import { ChangeLog, RelayMove } from './change-log';
import { encodeMove } from './framing';
import { HintSubscription, HintTransport } from './hint-transport';
import { RelayMetrics } from './relay-metrics';
import { Signal } from './signal';
import { changesSubject, pokeSubject } from './subjects';

export interface RelayOptions {
  /** Unique among all relays that run. */
  holder: string;
  /** Rows moved by one call. */
  maxRows?: number;
  /** Least time from one move to the next: a burst of pokes becomes few moves. */
  leastIntervalMs?: number;
  /** The safety net for lost pokes. */
  sweepMs?: number;
  /** How often consumers are told where the partition stands. */
  beatMs?: number;
}

const MAX_ROWS = 500;
const LEAST_INTERVAL_MS = 4;
const SWEEP_MS = 100;
const BEAT_MS = 250;
const FAILURE_PAUSE_MS = 200;

/**
 * Gives the changes of one partition their numbers and announces them. Any number of relays may run for a partition:
 * the lease keeps all but one idle, and without it they would only waste work.
 */
export class PartitionRelay {
  private readonly signal = new Signal();
  private readonly options: Required<RelayOptions>;
  private subscription: HintSubscription | undefined;
  private running: Promise<void> | undefined;
  private stopping = false;
  private lastMoveAt = 0;
  private lastBeatAt = 0;
  /** When this relay looks again whether the holder is gone; 0 while it holds the lease itself. */
  private standbyUntil = 0;
  private failing = false;

  constructor(
    private readonly partition: number,
    private readonly log: ChangeLog,
    private readonly transport: HintTransport,
    private readonly metrics: RelayMetrics,
    private readonly logger: Logger,
    options: RelayOptions,
  ) {
    this.options = {
      holder: options.holder,
      maxRows: options.maxRows ?? MAX_ROWS,
      leastIntervalMs: options.leastIntervalMs ?? LEAST_INTERVAL_MS,
      sweepMs: options.sweepMs ?? SWEEP_MS,
      beatMs: options.beatMs ?? BEAT_MS,
    };
  }

  start(): void {
    this.subscription = this.transport.subscribe(pokeSubject(this.partition), () => {
      if (this.standbyUntil === 0) this.signal.raise();
    });
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.subscription?.unsubscribe();
    this.signal.raise();
    await this.running;
  }

  private async run(): Promise<void> {
    let again = true;
    while (!this.stopping) {
      if (!again) await this.waitForWork();
      if (this.stopping) return;
      again = await this.moveOnce();
    }
  }

  private async waitForWork(): Promise<void> {
    const now = performance.now();
    if (this.standbyUntil > 0) {
      await this.signal.wait(Math.max(1, this.standbyUntil - now));
      return;
    }
    const beatDueIn = this.lastBeatAt + this.options.beatMs - now;
    const poked = await this.signal.wait(Math.max(1, Math.min(this.options.sweepMs, beatDueIn)));
    const early = this.lastMoveAt + this.options.leastIntervalMs - performance.now();
    if (poked && early > 0) await new Promise((resolve) => setTimeout(resolve, early));
  }

  /** @returns whether more rows wait to be moved */
  private async moveOnce(): Promise<boolean> {
    this.lastMoveAt = performance.now();
    let move: RelayMove;
    try {
      move = await this.log.move(this.partition, this.options.holder, this.options.maxRows);
    } catch (error) {
      await this.afterFailure(error);
      return false;
    }
    this.failing = false;
    if (!move.held) {
      // Relays that wait for the same lease look for it at different times.
      this.standbyUntil = performance.now() + move.leaseMs + randomInt(20, 200);
      this.metrics.observeStandby(this.partition);
      return false;
    }
    this.standbyUntil = 0;
    this.announce(move);
    this.metrics.observeMove(this.partition, move, performance.now() - this.lastMoveAt);
    return move.more;
  }

  private announce(move: Extract<RelayMove, { held: true }>): void {
    const now = performance.now();
    if (move.rows.length === 0 && now - this.lastBeatAt < this.options.beatMs) return;
    for (const message of encodeMove(move.beat, move.rows)) {
      this.transport.publish(changesSubject(this.partition), message);
    }
    this.lastBeatAt = now;
  }

  private async afterFailure(error: unknown): Promise<void> {
    if (!this.failing) this.logger.error({ err: error, partition: this.partition }, 'the relay cannot move changes');
    this.failing = true;
    this.metrics.observeFailure(this.partition);
    if (!this.stopping) await new Promise((resolve) => setTimeout(resolve, FAILURE_PAUSE_MS));
  }
}
