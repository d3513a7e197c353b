import type { LogPage } from '@stoa/changes';
import { UnavailableError } from '@stoa/errors';
import type { Logger } from '@stoa/observability';
import { NewJob, NewMissedMessage, Recipient } from '../jobs';
import { BatchPlan, PushPlanner } from './push-planner';
import { PartitionProgress, PositionRepository, PushPosition } from './position.repository';
import { PushChange, pushChangesOf } from './push-changes';

/** What the consumers of all partitions share. */
export interface ConsumerParts {
  positions: Pick<PositionRepository, 'begin' | 'read' | 'commit'>;
  planner: Pick<PushPlanner, 'plan'>;
  logger: Pick<Logger, 'warn' | 'error'>;
  metrics: ConsumptionMetrics;
  /** Called after jobs were written. */
  onJobs(recipients: readonly Recipient[]): void;
}

export interface ConsumptionMetrics {
  observeJobs(jobs: readonly NewJob[]): void;
  observeMissedMessages(missed: readonly NewMissedMessage[]): void;
  observeMissed(changes: number): void;
  observeMalformed(): void;
}

/** A place that nothing depends on is stored this often: reading a second of changes again costs little. */
const STORE_EVERY_MS = 500;
/** A position that is behind and has not moved between so many looks is nobody's. */
const STILL_LOOKS = 2;
/** After losing a race for the partition, back off for this long, unless the winner stalls. */
const FOLLOW_MS = 10_000;

/**
 * Reads one partition of the change log in order and writes what is to be delivered. All replicas do so, but jobs and
 * position are written by one statement that asks for the position before: of two that read the same changes one succeeds.
 */
export class PartitionReader {
  /** As far as this process read; ahead of what is stored where nothing had to be written. */
  private reached: PushPosition | undefined;
  private stored: PushPosition | undefined;
  private storedAt = 0;
  private followUntil = 0;
  private lastLook: { position: PushPosition; still: number } | undefined;

  constructor(
    private readonly partition: number,
    private readonly parts: ConsumerParts,
  ) {}

  /** The newest change that this process dealt with. */
  get seq(): number {
    return this.reached?.seq ?? 0;
  }

  /** Whether another replica does the work. */
  get isFollowing(): boolean {
    return performance.now() < this.followUntil;
  }

  /**
   * Once a second: compares with what is stored.
   * @param hasReaders false: nobody can be notified, so everything up to the head is done with
   * @returns whether there is something to read
   */
  async look({ beat, position }: PartitionProgress, hasReaders: boolean): Promise<boolean> {
    const { epoch, head, epochFirstSeq } = beat;
    if (!position) {
      await this.parts.positions.begin(this.partition, { epoch, seq: head });
      return false;
    }
    const still = isSame(position, this.lastLook?.position) ? (this.lastLook?.still ?? 0) + 1 : 0;
    this.lastLook = { position, still };
    if (isBehind(this.stored, position)) this.adopt(position);
    const place = this.reached ?? position;
    if (place.epoch !== epoch) {
      // Seqs are given out again from the epoch's first on.
      await this.store({ epoch, seq: Math.min(place.seq, epochFirstSeq - 1) });
      return true;
    }
    if (place.seq >= head) {
      await this.storeReached();
      return false;
    }
    if (!hasReaders) {
      this.reached = { epoch, seq: head };
      await this.storeReached();
      return false;
    }
    if (this.isFollowing && still < STILL_LOOKS) return false;
    this.followUntil = 0;
    return true;
  }

  /** Reads and works through one page. @returns whether there may be more */
  async advance(): Promise<boolean> {
    const from = this.reached;
    if (!from) return false;
    const page = await this.parts.positions.read(this.partition, from.seq);
    if (page.beat.epoch !== from.epoch) return false;
    const to = this.endOf(page, from);
    if (to.seq === from.seq) return false;
    const changes = page.rows.flatMap((row) => this.changesOf(row));
    if (!(await this.settle(to, await this.planOf(changes)))) return false;
    return to.seq < page.beat.head;
  }

  /** Stores the place if nothing has for a while; before a stop in any case. */
  async storeReached(force = false): Promise<void> {
    if (!this.reached || isSame(this.reached, this.stored)) return;
    if (!force && performance.now() - this.storedAt < STORE_EVERY_MS) return;
    await this.store(this.reached);
  }

  private endOf(page: LogPage, from: PushPosition): PushPosition {
    const [first] = page.rows;
    const last = page.rows[page.rows.length - 1];
    const firstSeq = first?.seq ?? page.beat.head + 1;
    const missed = firstSeq - from.seq - 1;
    if (missed > 0) {
      this.parts.metrics.observeMissed(missed);
      this.parts.logger.warn({ partition: this.partition, missed }, 'changes were gone before push has read them');
    }
    return { epoch: from.epoch, seq: last?.seq ?? Math.max(from.seq, page.beat.head) };
  }

  private changesOf(row: LogPage['rows'][number]): PushChange[] {
    try {
      return pushChangesOf(row);
    } catch (error) {
      // One change that nobody can read must not stop all that follow it.
      this.parts.metrics.observeMalformed();
      this.parts.logger.error({ err: error, partition: this.partition, seq: row.seq }, 'a change cannot be read');
      return [];
    }
  }

  /** Changes that cannot be worked out together are tried alone, and left out if even that fails. */
  private async planOf(changes: readonly PushChange[]): Promise<BatchPlan> {
    const plan: BatchPlan = { jobs: [], missed: [], unflagged: [] };
    if (changes.length === 0) return plan;
    try {
      return await this.parts.planner.plan(this.partition, changes);
    } catch (error) {
      if (error instanceof UnavailableError) throw error;
      this.parts.logger.error({ err: error, partition: this.partition }, 'changes are worked out one by one');
    }
    for (const change of changes) {
      try {
        const { jobs, missed, unflagged } = await this.parts.planner.plan(this.partition, [change]);
        plan.jobs.push(...jobs);
        plan.missed.push(...missed);
        plan.unflagged.push(...unflagged);
      } catch (error) {
        if (error instanceof UnavailableError) throw error;
        this.parts.metrics.observeMalformed();
        this.parts.logger.error({ err: error, partition: this.partition, kind: change.kind }, 'a change is left out');
      }
    }
    return plan;
  }

  private async settle(to: PushPosition, plan: BatchPlan): Promise<boolean> {
    this.reached = to;
    if (plan.jobs.length + plan.missed.length + plan.unflagged.length === 0) {
      await this.storeReached();
      return !this.isFollowing;
    }
    if (!(await this.store(to, plan))) return false;
    this.parts.metrics.observeJobs(plan.jobs);
    this.parts.metrics.observeMissedMessages(plan.missed);
    this.parts.onJobs(plan.jobs.map(({ realmId, userId }) => ({ realmId, userId })));
    return true;
  }

  private async store(to: PushPosition, plan: BatchPlan = { jobs: [], missed: [], unflagged: [] }): Promise<boolean> {
    const from = this.stored;
    if (!from) return false;
    try {
      if (await this.parts.positions.commit({ partition: this.partition, from, to, ...plan })) {
        this.stored = to;
        this.reached = to;
        this.storedAt = performance.now();
        return true;
      }
    } catch (error) {
      // Perhaps it was written all the same: the next look finds out.
      this.forget();
      throw error;
    }
    this.forget();
    this.followUntil = performance.now() + FOLLOW_MS;
    return false;
  }

  /** After a failure nothing is certain but what the database says. */
  forget(): void {
    this.stored = undefined;
    this.reached = undefined;
  }

  private adopt(position: PushPosition): void {
    this.stored = position;
    this.reached = position;
    this.storedAt = performance.now();
  }
}

/** Whether a position is unknown or before another. What was read while a page was being written is not news. */
function isBehind(position: PushPosition | undefined, other: PushPosition): boolean {
  if (!position || position.epoch !== other.epoch) return !position || position.epoch < other.epoch;
  return position.seq < other.seq;
}

function isSame(a: PushPosition, b: PushPosition | undefined): boolean {
  return a.epoch === b?.epoch && a.seq === b.seq;
}
