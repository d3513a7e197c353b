import type { AppendProgress, QueueWriter, Slot, SlotPosition, ParkedQueue } from '@stoa/event-queue';
import type { StreamedChange } from '@stoa/changes';
import { BatchPlanner, SlotPlan } from './batch-plan';
import { demotedListeners } from './guest-demotion';
import { LiveQueue, LiveQueueIndex, QueueSlot } from './live-queue-index';

/** Notified of what happens to queues while a slot is filled. */
export interface SlotEvents {
  /** A script call has appended: wakes and dead queues of it. */
  onProgress(progress: AppendProgress, bodies: ReadonlyMap<string, string>): void;
  /** Queues died while requests were parked on them. */
  onDead(parked: readonly ParkedQueue[]): void;
  /** Requests whose wake may have been lost. */
  onWaiting(waiting: readonly ParkedQueue[]): void;
  /** Requests that are held for these users must end. */
  onRevoked(userIds: readonly number[]): void;
  onMalformed(change: StreamedChange, error: unknown): void;
}

/** Redis refused: the slot is not where, or what, this replica believes. It has to be read again. */
export class SlotLostError extends Error {
  constructor(reason: string) {
    super(`the slot has to be read again: ${reason}`);
    this.name = 'SlotLostError';
  }
}

/** A slot that this replica fills: where it stands, and which queues of it are known. */
export class SlotRunner implements QueueSlot {
  private version: number | undefined;
  private storedSeq: number;
  private applied: number;
  /** Some queue may be pending or hold a snapshot. */
  private mayHoldSnapshots = true;

  constructor(
    readonly slot: Slot,
    position: SlotPosition,
    private readonly writer: QueueWriter,
    private index: LiveQueueIndex,
    private readonly events: SlotEvents,
  ) {
    this.epoch = position.epoch;
    this.storedSeq = position.seq;
    this.applied = position.seq;
  }

  readonly epoch: number;

  get appliedSeq(): number {
    return this.applied;
  }

  /** Whether the batch leaves no hole after what was applied. */
  continuesWith({ epoch, from }: { epoch: number; from: number }): boolean {
    return epoch === this.epoch && from <= this.applied + 1;
  }

  isStoredAt({ epoch, seq }: SlotPosition): boolean {
    return epoch === this.epoch && seq === this.storedSeq;
  }

  /**
   * Learns of queues that were created, amended or removed. Must be called after a batch was received and before it is
   * planned (I5).
   * @param version of the slot, if it was read already
   */
  async syncQueues(version?: number): Promise<void> {
    if (version !== undefined && version === this.version) return;
    const loaded = await this.writer.loadSlot(this.slot, this.version);
    if (loaded.complete) {
      const ids = new Set(loaded.queues.map((queue) => queue.id));
      this.index.retain(this, (id) => ids.has(id));
    }
    for (const id of loaded.removed) this.index.remove(id);
    for (const descriptor of loaded.queues) this.index.put(descriptor, this);
    if (loaded.queues.length > 0) this.mayHoldSnapshots = true;
    this.version = loaded.version;
  }

  /**
   * Appends what was planned for the slot up to `to`. Without anything to append only the place in memory moves;
   * {@link storePosition} follows later.
   * @throws SlotLostError when Redis refuses
   */
  async apply(plan: SlotPlan | undefined, to: number): Promise<void> {
    if (to <= this.applied) return;
    if (plan) await this.append(plan, to);
    this.applied = to;
  }

  /**
   * The same if the queues that are known are those that the slot has in Redis now.
   * @param versionNow of the slot, where there is no plan: an append looks at it by itself, in the same call
   * @returns false if queues came or went: the slot has to learn of them ({@link syncQueues}) before anything is appended
   * @throws SlotLostError when Redis refuses
   */
  async applyIfCurrent(plan: SlotPlan | undefined, to: number, versionNow?: number): Promise<boolean> {
    if (to <= this.applied) return true;
    const isCurrent = plan ? await this.append(plan, to, this.version) : versionNow === this.version;
    if (isCurrent) this.applied = to;
    return isCurrent;
  }

  /** Appends what no log has; what cannot be appended now is lost. */
  async appendEphemeral(plan: SlotPlan | undefined): Promise<void> {
    if (!plan) return;
    await this.writer.appendEphemeral(this.slot, plan, (progress) => this.onProgress(progress, plan.bodies));
  }

  /** The same for this slot alone, as when it has caught up. */
  async appendEphemeralAlone(changes: readonly StreamedChange[]): Promise<void> {
    const planner = new BatchPlanner(this.index, (change, error) => this.events.onMalformed(change, error));
    for (const change of changes) planner.add(change);
    await this.appendEphemeral(planner.planOf(this));
  }

  /** Stores the place up to which nothing more has to be appended. @throws SlotLostError */
  async storePosition(): Promise<void> {
    if (this.storedSeq >= this.applied) return;
    const { epoch, storedSeq: from, applied: to } = this;
    const { status } = await this.writer.movePosition(this.slot, { epoch, from, to });
    if (status !== 'moved') throw new SlotLostError(status);
    this.storedSeq = to;
  }

  /** Forgets snapshots that no change to come can be visible in. @throws SlotLostError */
  async forgetSnapshots(beat: { epoch: number; xmin: number; head: number }): Promise<void> {
    if (!this.mayHoldSnapshots || beat.head > this.storedSeq || beat.epoch !== this.epoch) return;
    const result = await this.writer.forgetSnapshots(this.slot, beat);
    if (result.status !== 'done') throw new SlotLostError(result.status);
    this.mayHoldSnapshots = result.remaining > 0;
  }

  /** Takes the public messages from queues whose user became a guest, for every later owner too. */
  async amendDemoted(change: StreamedChange): Promise<void> {
    for (const { descriptor, slot } of this.demotedBy(change)) {
      if (slot !== this) continue;
      const amended = { ...descriptor, allPublicStreams: false, isGuest: true };
      await this.writer.amendQueue(this.slot, amended);
      this.index.put(amended, this);
    }
  }

  /** @returns whether the slot still has the version, if one is given */
  private async append({ entries, bodies }: SlotPlan, to: number, version?: number): Promise<boolean> {
    const { epoch, storedSeq: from } = this;
    const { status } = await this.writer.appendBatch(
      this.slot,
      { epoch, from, to, entries, bodies, version },
      (progress) => this.onProgress(progress, bodies),
    );
    if (status === 'version') return false;
    if (status !== 'applied') throw new SlotLostError(status);
    this.storedSeq = to;
    return true;
  }

  private onProgress(progress: AppendProgress, bodies: ReadonlyMap<string, string>): void {
    for (const id of progress.gone) this.index.remove(id);
    for (const { queueId } of progress.overflowed) this.index.remove(queueId);
    this.events.onProgress(progress, bodies);
  }

  private demotedBy(change: StreamedChange): LiveQueue[] {
    try {
      return demotedListeners(this.index, change);
    } catch (error) {
      this.events.onMalformed(change, error);
      return [];
    }
  }

  /**
   * Works through changes for this slot alone, as when it catches up. It must have learnt of its queues since the changes
   * were received.
   * @throws SlotLostError
   */
  async applyAlone(changes: readonly StreamedChange[]): Promise<void> {
    for (const segment of segments(this.index, changes)) {
      const planner = new BatchPlanner(this.index, (change, error) => this.events.onMalformed(change, error));
      for (const change of segment.changes) planner.add(change);
      await this.apply(planner.planOf(this), segment.to);
      this.events.onRevoked([...planner.revoked]);
      if (segment.thenDemotes) await this.amendDemoted(segment.thenDemotes);
    }
  }

  /** Hands the queues that are known over to another index. */
  attachTo(index: LiveQueueIndex): void {
    for (const { descriptor } of this.index.queuesOf(this)) index.put(descriptor, this);
    this.index = index;
  }

  leave(): void {
    this.index.retain(this, () => false);
  }
}

/** Changes that can be planned together. */
export interface Segment {
  changes: StreamedChange[];
  to: number;
  /**
   * The change that follows may take public messages from queues: their descriptions are amended before the place of
   * the slot moves past it, so that no later owner forgets it, and after everything before it was appended.
   */
  thenDemotes?: StreamedChange;
}

export function* segments(index: LiveQueueIndex, changes: readonly StreamedChange[]): Generator<Segment> {
  let pending: StreamedChange[] = [];
  for (const change of changes) {
    if (mayDemote(index, change)) {
      yield { changes: pending, to: change.seq - 1, thenDemotes: change };
      pending = [];
    }
    pending.push(change);
  }
  const last = pending[pending.length - 1];
  if (last) yield { changes: pending, to: last.seq };
}

function mayDemote(index: LiveQueueIndex, change: StreamedChange): boolean {
  const { realm, events } = change.routing;
  return index.hasPublicListeners(realm) && events.some((route) => route.type === 'realm_user');
}
