import type { PartitionBeat } from '@stoa/contracts/changes';
import type { Logger } from '@stoa/observability';
import { ChangeLog } from './change-log';
import { StreamedChange, decodeMessage } from './framing';
import { HintSubscription, HintTransport } from './hint-transport';
import { ReorderBuffer } from './reorder-buffer';
import { Signal } from './signal';
import { changesSubject } from './subjects';

/** The last change that a consumer has dealt with. */
export interface StreamPosition {
  epoch: number;
  seq: number;
}

/** Contiguous changes: `changes[i].seq === from + i`. */
export interface ChangeBatch {
  partition: number;
  epoch: number;
  from: number;
  to: number;
  changes: readonly StreamedChange[];
}

export interface ChangeConsumer {
  /**
   * The next changes. The stream waits for the promise (back-pressure); if it rejects, the same changes come again,
   * possibly in a longer batch.
   */
  onBatch(batch: ChangeBatch): Promise<void>;
  /** Every change up to `beat.head` was delivered, and every transaction below `beat.xmin` has ended. */
  onBeat?(beat: PartitionBeat): Promise<void>;
  /**
   * PostgreSQL started a new epoch: seqs from `beat.epochFirstSeq` on are given out again. The stream goes on at the
   * smaller of its position and `epochFirstSeq - 1`.
   */
  onEpoch(beat: PartitionBeat): Promise<void>;
  /** Changes `from` to `to` are no longer in the log; consumers that need them cannot be served. The stream continues after them. */
  onTruncated(gap: { from: number; to: number }): Promise<void>;
}

export interface ChangeStreamOptions {
  /** How long a hole may be filled by hints that are still under way before it is read from the log. */
  holeMs?: number;
  batchChanges?: number;
  /** Least pause after a failure of the log or of the consumer, in milliseconds; doubled up to 2 s. */
  retryMs?: number;
}

const PAGE_ROWS = 500;
const PAGE_BYTES = 8 * 1024 * 1024;
const SLOWEST_RETRY_MS = 2_000;
const IDLE_MS = 60_000;

/**
 * Delivers the changes of one partition to one consumer: in order, none missing, none twice. Hints carry them when all
 * is well; the log fills what hints lost, however they are lost, doubled or reordered.
 */
export class ChangeStream {
  private readonly signal = new Signal();
  private readonly buffer = new ReorderBuffer();
  private readonly options: Required<ChangeStreamOptions>;
  private subscription: HintSubscription | undefined;
  private running: Promise<void> | undefined;
  private stopping = false;
  /** Newest seq that any hint promised. */
  private knownHead: number;
  /** Newest seq whose own hints must have arrived already: what is missing up to it is lost, not under way. */
  private certainHead: number;
  /** Since when the next change is missing although it exists. */
  private holeSince: number | undefined;
  private newerEpoch: PartitionBeat | undefined;
  private beat: PartitionBeat | undefined;
  private retryMs = 0;

  constructor(
    private readonly partition: number,
    private position: StreamPosition,
    private readonly log: ChangeLog,
    private readonly transport: HintTransport,
    private readonly consumer: ChangeConsumer,
    private readonly logger: Logger,
    options: ChangeStreamOptions = {},
  ) {
    this.options = {
      holeMs: options.holeMs ?? 15,
      batchChanges: options.batchChanges ?? 1_000,
      retryMs: options.retryMs ?? 50,
    };
    this.knownHead = position.seq;
    this.certainHead = position.seq;
  }

  /** The last change delivered. */
  get delivered(): StreamPosition {
    return this.position;
  }

  /** Newest seq known to exist minus the last one delivered. */
  get lag(): number {
    return Math.max(0, this.knownHead - this.position.seq);
  }

  start(): void {
    this.subscription = this.transport.subscribe(changesSubject(this.partition), (data) => this.receive(data));
    this.running = this.run();
  }

  /** Ends after the batch that is being worked on. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.subscription?.unsubscribe();
    this.signal.raise();
    await this.running;
  }

  private receive(data: Uint8Array): void {
    const { beat, changes } = decodeMessage(data);
    if (beat.epoch < this.position.epoch) return;
    if (beat.epoch > this.position.epoch) {
      if (!this.newerEpoch || beat.epoch > this.newerEpoch.epoch) this.newerEpoch = beat;
      this.signal.raise();
      return;
    }
    for (const change of changes) {
      if (change.seq > this.position.seq) this.buffer.add(change);
    }
    this.knownHead = Math.max(this.knownHead, beat.head);
    // A beat without changes leaves after the messages of its move.
    if (changes.length === 0) this.certainHead = Math.max(this.certainHead, beat.head);
    // The pending beat stays until it is passed: under load a newer one would always be out of reach.
    if (beat.xmin > 0) this.beat ??= beat;
    this.signal.raise();
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      try {
        const waitMs = await this.step();
        this.retryMs = 0;
        if (waitMs > 0) await this.signal.wait(waitMs);
      } catch (error) {
        this.retryMs = Math.min(SLOWEST_RETRY_MS, Math.max(this.options.retryMs, this.retryMs * 2));
        this.logger.warn({ err: error, partition: this.partition, position: this.position }, 'changes are delayed');
        await this.pauseAfterFailure();
      }
    }
  }

  private async pauseAfterFailure(): Promise<void> {
    const until = performance.now() + this.retryMs;
    // Messages that arrive meanwhile raise the signal; they are no reason to try sooner.
    for (let left = this.retryMs; left > 0 && !this.stopping; left = until - performance.now()) {
      await this.signal.wait(left);
    }
  }

  /** Does the next thing that can be done. @returns how long to wait for news; 0 = there may be more to do */
  private async step(): Promise<number> {
    if (this.newerEpoch) {
      await this.enterEpoch(this.newerEpoch);
      return 0;
    }
    if (this.beat && this.beat.head <= this.position.seq) {
      const { beat } = this;
      await this.consumer.onBeat?.(beat);
      if (this.beat === beat) this.beat = undefined;
      return 0;
    }
    const changes = this.buffer.contiguousAfter(this.position.seq, this.options.batchChanges);
    if (changes.length > 0) {
      await this.deliver(changes);
      return 0;
    }
    if (this.knownHead <= this.position.seq) return IDLE_MS;
    const waitMs = this.waitForHole();
    if (waitMs === 0) await this.readLog();
    return waitMs;
  }

  /** How long hints that may still be under way are waited for. */
  private waitForHole(): number {
    if (this.certainHead > this.position.seq || this.buffer.needsLog(this.position.seq + 1)) return 0;
    const now = performance.now();
    this.holeSince ??= now;
    return Math.max(0, this.holeSince + this.options.holeMs - now);
  }

  private async deliver(changes: readonly StreamedChange[]): Promise<void> {
    const from = this.position.seq + 1;
    const to = this.position.seq + changes.length;
    await this.consumer.onBatch({ partition: this.partition, epoch: this.position.epoch, from, to, changes });
    this.advance(to);
  }

  private advance(to: number): void {
    this.position = { epoch: this.position.epoch, seq: to };
    this.buffer.dropThrough(to);
    this.holeSince = undefined;
    this.knownHead = Math.max(this.knownHead, to);
  }

  private async enterEpoch(beat: PartitionBeat): Promise<void> {
    await this.consumer.onEpoch(beat);
    this.position = { epoch: beat.epoch, seq: Math.min(this.position.seq, beat.epochFirstSeq - 1) };
    this.buffer.clear();
    this.knownHead = beat.head;
    this.certainHead = beat.head;
    this.holeSince = undefined;
    this.beat = undefined;
    if (this.newerEpoch === beat) this.newerEpoch = undefined;
  }

  private async readLog(): Promise<void> {
    const page = await this.log.read(this.partition, this.position.seq, PAGE_ROWS, PAGE_BYTES);
    const { beat, rows } = page;
    if (beat.epoch > this.position.epoch) {
      this.newerEpoch = beat;
      return;
    }
    if (beat.epoch < this.position.epoch) throw new Error('the change log is of an older epoch');
    const first = rows[0];
    if (!first) {
      if (beat.head > this.position.seq) await this.passOver(beat.head);
      else this.forgetPromises();
      return;
    }
    if (first.seq > this.position.seq + 1) await this.passOver(first.seq - 1);
    const hole = rows.findIndex((row, index) => row.seq !== first.seq + index);
    const contiguous = hole < 0 ? rows : rows.slice(0, hole);
    await this.deliver(contiguous.map((row) => StreamedChange.fromLog(beat, row)));
  }

  /** The log lacks what a hint announced: only a new epoch explains that, and its next beat will announce it. */
  private forgetPromises(): void {
    this.knownHead = this.position.seq;
    this.certainHead = this.position.seq;
    this.beat = undefined;
  }

  private async passOver(to: number): Promise<void> {
    await this.consumer.onTruncated({ from: this.position.seq + 1, to });
    this.advance(to);
  }
}
