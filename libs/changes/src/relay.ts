import { type PartitionBeat, traceOf } from '@stoa/contracts/changes';
import { BatchSpans, type Logger, isTracing } from '@stoa/observability';
import { ChangeLog, LogRow, RelayMove } from './change-log';
import { encodeMove } from './framing';
import { HintSubscription, HintTransport } from './hint-transport';
import { RelayMetrics } from './relay-metrics';
import { RelayShares } from './relay-shares';
import { LONGEST_LOOK, MOST_MOVED_ROWS, SharedMoves } from './shared-moves';
import { Signal } from './signal';
import { LEASE_IS_FREE, changesSubject, pokeSubject } from './subjects';

export interface RelayOptions {
  /** Unique among all relays that run. */
  holder: string;
  /** Least time from one move to the next: a burst of pokes becomes few moves. */
  leastIntervalMs?: number;
  /** The same while changes come faster than moves: a move costs the database as much as several changes. */
  busyIntervalMs?: number;
  /** The safety net for lost pokes, while there are changes. */
  sweepMs?: number;
  /** How often consumers get the position of the partition, while there are changes. */
  beatMs?: number;
  /** Without a change for so long, a sweep with a beat comes only every `quietMs`: an idle cluster does next to nothing. */
  quietAfterMs?: number;
  quietMs?: number;
  /** How long the lease lasts that a move renews: sweeps are never so seldom that it ends between them. */
  leaseMs?: number;
  /** Of all relays of this process. */
  shares?: RelayShares;
  /** The looks of those that have nothing to do, likewise. */
  looks?: SharedMoves;
}

const LEAST_INTERVAL_MS = 4;
const BUSY_INTERVAL_MS = 12;
/** A move of so many changes at once shows that they come fast. */
const BUSY_CHANGES = 3;
const SWEEP_MS = 100;
const BEAT_MS = 250;
/** Long enough for some beats after the last change: they show a consumer what it has missed. */
const QUIET_AFTER_MS = 2_000;
/** A poke that is lost while nothing happens delays the first change by so much. */
const QUIET_MS = 1_250;
/**
 * Of the lease, the longest pause between two looks: the first finds more than half of it left and writes nothing, the second
 * renews it while a sixth is left.
 */
const PAUSE_OF_LEASE = 5 / 12;
const LEASE_MS = 3_000;
const FAILURE_PAUSE_MS = 200;
const STANDBY_JITTER_MS = 200;
/** A relay that gave up a lease for others takes it back after this time if nobody else did. */
const LEFT_FOR_MS = 1_000;
/** Of what a move did not return, this much is read and announced; consumers read what is beyond by themselves. */
const ANNOUNCED_BYTES = 8 * 1024 * 1024;
const PAGE_BYTES = 1024 * 1024;

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
  private lastChangeAt = performance.now();
  private isBusy = false;
  /** The next move is a look of one who has nothing to do, when all of the process look. */
  private isLook = false;
  /** When this relay looks again whether the holder is gone; 0 while it holds the lease itself. */
  private standbyUntil = 0;
  /** Runs while a free lease is left to replicas that hold fewer. */
  private reserve: NodeJS.Timeout | undefined;
  /** It gave the lease up: from now on, others take it first. */
  private leavesLease = false;
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
      leastIntervalMs: options.leastIntervalMs ?? LEAST_INTERVAL_MS,
      busyIntervalMs: options.busyIntervalMs ?? BUSY_INTERVAL_MS,
      sweepMs: options.sweepMs ?? SWEEP_MS,
      beatMs: options.beatMs ?? BEAT_MS,
      quietAfterMs: options.quietAfterMs ?? QUIET_AFTER_MS,
      quietMs: options.quietMs ?? QUIET_MS,
      leaseMs: options.leaseMs ?? LEASE_MS,
      shares: options.shares ?? new RelayShares(),
      looks: options.looks ?? new SharedMoves(log, options.holder),
    };
  }

  start(): void {
    this.subscription = this.transport.subscribe(pokeSubject(this.partition), (data) => {
      if (this.standbyUntil === 0) this.signal.raise();
      else if (data.length > 0 && !this.leavesLease) this.takeFreeLease();
    });
    this.running = this.run();
  }

  /** Ends after the move under way and leaves the partition to the others. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.subscription?.unsubscribe();
    clearTimeout(this.reserve);
    this.signal.raise();
    await this.running;
    this.options.shares.note(this.partition, false);
    if (this.standbyUntil === 0) await this.release();
  }

  private async release(): Promise<void> {
    try {
      await this.log.release(this.partition, this.options.holder);
      this.transport.publish(pokeSubject(this.partition), LEASE_IS_FREE);
    } catch {
      // The lease ends by itself.
    }
  }

  private takeFreeLease(): void {
    clearTimeout(this.reserve);
    this.reserve = setTimeout(() => this.signal.raise(), this.options.shares.reserveMs);
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      await this.moveOnce();
      if (!this.stopping) await this.waitForWork();
    }
  }

  private async waitForWork(): Promise<void> {
    this.isLook = false;
    if (this.standbyUntil > 0) {
      do await this.signal.wait(Math.max(1, this.standbyUntil - performance.now()));
      while (this.leavesLease && !this.stopping && performance.now() < this.standbyUntil);
      return;
    }
    const { isQuiet } = this;
    const poked = isQuiet
      ? await this.signal.waitUntil(this.options.looks.nextLook(this.quietPauseMs))
      : await this.signal.wait(Math.max(1, this.busyPauseMs(performance.now())));
    this.isLook = isQuiet && !poked;
    const interval = this.isBusy ? this.options.busyIntervalMs : this.options.leastIntervalMs;
    const early = this.lastMoveAt + interval - performance.now();
    if (poked && early > 0) await new Promise((resolve) => setTimeout(resolve, early));
  }

  private get isQuiet(): boolean {
    return performance.now() - this.lastChangeAt > this.options.quietAfterMs;
  }

  private get quietPauseMs(): number {
    return Math.min(this.options.quietMs, this.options.leaseMs * PAUSE_OF_LEASE) / LONGEST_LOOK;
  }

  private busyPauseMs(now: number): number {
    return Math.min(this.options.sweepMs, this.lastBeatAt + this.options.beatMs - now);
  }

  private async moveOnce(): Promise<void> {
    this.lastMoveAt = performance.now();
    try {
      const move = await this.nextMove();
      this.failing = false;
      this.leavesLease = false;
      if (!move.held) {
        this.standBy(move.leaseMs);
        return;
      }
      this.standbyUntil = 0;
      this.options.shares.note(this.partition, true);
      this.isBusy = move.rows.length >= BUSY_CHANGES;
      if (move.rows.length > 0) this.lastChangeAt = performance.now();
      this.metrics.observeMove(this.partition, move, performance.now() - this.lastMoveAt);
      await this.announce(move);
      if (this.options.shares.isOneTooMany(performance.now())) await this.leaveToOthers();
    } catch (error) {
      await this.afterFailure(error);
    }
  }

  private nextMove(): Promise<RelayMove> {
    const { holder, looks } = this.options;
    // Where something is wrong with one partition, the others shall not suffer from it.
    if (this.isLook && !this.failing) return looks.move(this.partition);
    return this.log.move(this.partition, holder, MOST_MOVED_ROWS);
  }

  /** Relays that wait for the same lease look for it at different times. */
  private standBy(leaseMs: number): void {
    this.standbyUntil = performance.now() + leaseMs + STANDBY_JITTER_MS * Math.random();
    this.options.shares.note(this.partition, false);
    this.metrics.observeStandby(this.partition);
  }

  private async leaveToOthers(): Promise<void> {
    this.standBy(LEFT_FOR_MS);
    this.leavesLease = true;
    await this.release();
  }

  private async announce({ beat, rows }: Extract<RelayMove, { held: true }>): Promise<void> {
    const now = performance.now();
    const last = rows[rows.length - 1];
    if (!last) {
      if (this.isQuiet || now - this.lastBeatAt >= this.options.beatMs) this.publish(beat, []);
      return;
    }
    if (last.seq === beat.head) {
      this.publish(beat, rows);
      return;
    }
    this.publish({ ...beat, head: last.seq, xmin: 0 }, rows);
    await this.announceRest(beat, last.seq);
    this.publish(beat, []);
  }

  private async announceRest(beat: PartitionBeat, afterSeq: number): Promise<void> {
    for (let after = afterSeq, bytes = 0; after < beat.head && bytes < ANNOUNCED_BYTES;) {
      const { rows } = await this.log.read(this.partition, after, MOST_MOVED_ROWS, PAGE_BYTES);
      const last = rows[rows.length - 1];
      if (!last) return;
      this.publish({ ...beat, head: last.seq, xmin: 0 }, rows);
      bytes += rows.reduce((sum, row) => sum + row.routing.length + row.body.length, 0);
      after = last.seq;
    }
  }

  private publish(beat: PartitionBeat, rows: readonly LogRow[]): void {
    const spans = this.spansOf(rows);
    for (const message of encodeMove(beat, rows, spans))
      this.transport.publish(changesSubject(this.partition), message);
    spans?.end();
    if (beat.xmin > 0) this.lastBeatAt = performance.now();
  }

  /** Of changes whose trace is sampled: from the begin of the move that numbered them until they are announced. */
  private spansOf(rows: readonly LogRow[]): BatchSpans | undefined {
    if (!isTracing()) return undefined;
    const items = rows.map(({ seq, routing }) => ({ seq, trace: traceOf(routing) }));
    return BatchSpans.begin('relay change', items, {
      role: 'consumer',
      startedAt: performance.timeOrigin + this.lastMoveAt,
      attributes: { 'stoa.partition': this.partition },
    });
  }

  private async afterFailure(error: unknown): Promise<void> {
    if (!this.failing) this.logger.error({ err: error, partition: this.partition }, 'the relay cannot move changes');
    this.failing = true;
    this.metrics.observeFailure(this.partition);
    if (!this.stopping) await new Promise((resolve) => setTimeout(resolve, FAILURE_PAUSE_MS));
  }
}
