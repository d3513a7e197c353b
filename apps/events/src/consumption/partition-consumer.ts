import {
  ChangeBatch,
  ChangeConsumer,
  ChangeStream,
  HintSubscription,
  StreamPosition,
  StreamedChange,
  decodeEphemeral,
  ephemeralSubject,
  pause,
} from '@stoa/changes';
import type { PartitionBeat } from '@stoa/contracts/changes';
import { AppendEntry, Slot, bodyRef, slotName } from '@stoa/event-queue';
import { BatchSpans } from '@stoa/observability';
import { BatchPlanner } from './batch-plan';
import { EphemeralBacklog } from './ephemeral-backlog';
import { LiveQueueIndex } from './live-queue-index';
import { Mutex } from './mutex';
import { SlotJoiner } from './slot-joiner';
import { Segment, SlotLostError, SlotRunner, segments } from './slot-runner';
import { PartitionConsumerParts } from './partition-consumer-parts';

/** Slots without events store their place this often: the older it is, the more a new owner reads again. */
const STORE_POSITIONS_MS = 1_000;
const START_RETRY_MS = 500;
const ATTACH_RETRY_MS = 20;
const MIB = 1024 * 1024;
/** A slot that comes back sooner gets the notices that it missed; later, newer ones have made them untrue. */
const MISSED_MS = 5_000;
/** They are the same for all slots of the partition. */
const MISSED_BYTES = MIB / 4;

/** A slot on its way to being served here. */
interface JoiningSlot {
  readonly abort: AbortController;
  readonly done: Promise<void>;
  /** When it began (ms of the process). */
  readonly since: number;
  /** Notices that came meanwhile: no log has them. */
  readonly missed: EphemeralBacklog;
}

/**
 * Fills the queues of this replica's slots in one partition from the partition's stream of changes. A slot that cannot
 * go on (Redis is away or refuses, a new epoch) leaves and comes back by itself, catching up from the log; the others
 * are not held up. In steady state nothing here asks PostgreSQL (I6).
 */
export class PartitionConsumer implements ChangeConsumer {
  private readonly index = new LiveQueueIndex();
  private readonly live = new Map<string, SlotRunner>();
  private readonly joining = new Map<string, JoiningSlot>();
  private readonly mutex = new Mutex();
  private readonly stopped = new AbortController();
  private stream: ChangeStream | undefined;
  private starting: Promise<void> | undefined;
  private ephemeral: HintSubscription | undefined;
  private readonly ephemeralWaiting: EphemeralBacklog;
  private storedPositionsAt = 0;

  constructor(
    private readonly partition: number,
    private readonly parts: PartitionConsumerParts,
  ) {
    const { ephemeralBytes = 4 * MIB, metrics } = parts;
    this.ephemeralWaiting = new EphemeralBacklog(ephemeralBytes, (count) => metrics.observeEphemeralDropped(count));
  }

  /** Begins at the head of the log, as soon as PostgreSQL reports it. */
  start(): void {
    this.starting = this.begin();
    this.ephemeral = this.parts.transport.subscribe(ephemeralSubject(this.partition), (data) => {
      this.ephemeralWaiting.add(data);
      if (this.ephemeralWaiting.length === 1) void this.mutex.run(() => this.appendEphemeral());
    });
  }

  get position(): StreamPosition | undefined {
    return this.stream?.delivered;
  }

  get lag(): number {
    return this.stream?.lag ?? 0;
  }

  get queueCount(): number {
    return this.index.size;
  }

  /** The slots that are served right now. */
  get liveSlots(): Slot[] {
    return [...this.live.values()].map((runner) => runner.slot);
  }

  get isJoining(): boolean {
    return this.joining.size > 0;
  }

  /** Serves the slot from now on. */
  acquire(slot: Slot): void {
    const name = slotName(slot);
    if (this.live.has(name) || this.joining.has(name) || this.stopped.signal.aborted) return;
    const abort = new AbortController();
    // Its notices are counted with those of the partition, once, whatever becomes of them in one of its slots.
    const missed = new EphemeralBacklog(MISSED_BYTES, () => undefined);
    const since = performance.now();
    this.joining.set(name, { abort, since, missed, done: this.join(slot, abort.signal) });
  }

  /** Another replica has the slot. */
  async release(slot: Slot): Promise<void> {
    const name = slotName(slot);
    const joining = this.joining.get(name);
    joining?.abort.abort();
    await joining?.done;
    await this.mutex.run(async () => {
      const runner = this.live.get(name);
      if (!runner) return;
      this.leave(runner);
      await runner.storePosition().catch(() => undefined);
    });
  }

  /** Ends after the batch under way, with every place stored. */
  async stop(): Promise<void> {
    this.stopped.abort();
    this.ephemeral?.unsubscribe();
    await this.starting;
    await this.stream?.stop();
    await Promise.all(
      [...this.joining.values()].map(({ abort, done }) => {
        abort.abort();
        return done;
      }),
    );
    await Promise.all([...this.live.values()].map((runner) => runner.storePosition().catch(() => undefined)));
    for (const runner of [...this.live.values()]) this.leave(runner);
  }

  /**
   * Looks whether the slots in Redis are what this replica believes them to be: a server that was restarted or replaced
   * while nothing happened shows only when it is asked, and until its owner has settled that, clients cannot poll.
   */
  verifySlots(): Promise<void> {
    return this.mutex.run(() =>
      this.eachRunner(async (runner) => {
        const { position, sameServer } = await this.parts.queues.keeper.readSlot(runner.slot);
        if (!sameServer || !position || !runner.isStoredAt(position)) throw new SlotLostError('it was changed');
      }),
    );
  }

  onBatch(batch: ChangeBatch): Promise<void> {
    return this.mutex.run(() => this.apply(batch));
  }

  onBeat(beat: PartitionBeat): Promise<void> {
    return this.mutex.run(async () => {
      const now = performance.now();
      if (now - this.storedPositionsAt < STORE_POSITIONS_MS) return;
      this.storedPositionsAt = now;
      await this.eachRunner(async (runner) => {
        await runner.storePosition();
        await runner.forgetSnapshots(beat);
      });
    });
  }

  /** Every slot leaves; on their way back they give up what the new epoch contradicts. */
  onEpoch(beat: PartitionBeat): Promise<void> {
    return this.mutex.run(async () => {
      this.parts.logger.warn({ partition: this.partition, epoch: beat.epoch }, 'the change log began a new epoch');
      for (const runner of [...this.live.values()]) this.detach(runner);
    });
  }

  /** This replica was away for longer than the log reaches back. */
  onTruncated(gap: { from: number; to: number }): Promise<void> {
    return this.mutex.run(async () => {
      this.parts.logger.error({ partition: this.partition, ...gap }, 'changes left the log before they were consumed');
      for (const runner of [...this.live.values()]) this.detach(runner);
    });
  }

  private async begin(): Promise<void> {
    const { log, transport, logger } = this.parts;
    const { signal } = this.stopped;
    while (!signal.aborted) {
      try {
        const { epoch, head } = await log.state(this.partition);
        this.stream = new ChangeStream(this.partition, { epoch, seq: head }, log, transport, this, logger);
        this.stream.start();
        return;
      } catch (error) {
        logger.warn({ err: error, partition: this.partition }, 'the change log cannot be read yet');
        await pause(START_RETRY_MS, signal);
      }
    }
  }

  private apply(batch: ChangeBatch): Promise<void> {
    const spans = this.spansOf(batch.changes);
    return spans ? spans.during(() => this.append(batch)) : this.append(batch);
  }

  private spansOf(changes: readonly StreamedChange[]): BatchSpans | undefined {
    return BatchSpans.begin('append change', changes, {
      role: 'consumer',
      attributes: { 'stoa.partition': this.partition },
    });
  }

  private async append(batch: ChangeBatch): Promise<void> {
    const begun = performance.now();
    for (const runner of [...this.live.values()]) {
      if (!runner.continuesWith(batch)) this.detach(runner, new SlotLostError('the stream went on elsewhere'));
    }
    if (this.live.size === 0) return;
    for (const segment of segments(this.index, batch.changes)) {
      await this.appendSegment(segment);
      const { thenDemotes } = segment;
      if (thenDemotes) await this.eachRunner((runner) => runner.amendDemoted(thenDemotes));
    }
    this.parts.metrics.observeBatch(this.partition, batch.changes, performance.now() - begun);
  }

  /** Plans with the queues that are known (I5); slots that turn out to have others follow when they have learnt of them. */
  private async appendSegment({ changes, to }: Segment): Promise<void> {
    const planner = this.planned(changes);
    const runners = [...this.live.values()];
    // In the same turn of the event loop as the appends, and so on one way to Redis with them.
    const versions = this.versionsOf(runners.filter((runner) => !planner.planOf(runner)));
    const outdated: SlotRunner[] = [];
    await this.each(runners, async (runner) => {
      const plan = planner.planOf(runner);
      const version = plan ? undefined : (await versions).get(runner);
      if (version instanceof Error) throw version;
      if (!(await runner.applyIfCurrent(plan, to, version))) outdated.push(runner);
    });
    this.parts.events.onRevoked([...planner.revoked]);
    if (outdated.length > 0) await this.appendToOutdated(outdated, changes);
  }

  /** All of them are planned together: while many clients register, they are most slots. */
  private async appendToOutdated(runners: readonly SlotRunner[], changes: readonly StreamedChange[]): Promise<void> {
    await this.each(runners, (runner) => runner.syncQueues());
    for (const segment of segments(this.index, changes)) {
      const planner = this.planned(segment.changes);
      await this.each(runners, (runner) => runner.apply(planner.planOf(runner), segment.to));
      this.parts.events.onRevoked([...planner.revoked]);
      const { thenDemotes } = segment;
      if (thenDemotes) await this.each(runners, (runner) => runner.amendDemoted(thenDemotes));
    }
  }

  private planned(changes: readonly StreamedChange[]): BatchPlanner {
    const planner = new BatchPlanner(this.index, (change, error) => this.parts.events.onMalformed(change, error));
    for (const change of changes) planner.add(change);
    return planner;
  }

  /** Typing and the like, all that waited: to the queues that exist by now and are open, or not at all. */
  private async appendEphemeral(): Promise<void> {
    const notices = this.ephemeralWaiting.take();
    if (notices.length === 0) return;
    const isAnyLive = await this.syncQueues();
    for (const { missed } of this.joining.values()) for (const notice of notices) missed.add(notice);
    if (isAnyLive) await this.appendNotices(notices);
    this.parts.metrics.observeEphemeral(this.partition, notices.length);
  }

  private appendNotices(notices: readonly Uint8Array[]): Promise<void> {
    const changes = this.decoded(notices);
    const append = async (): Promise<void> => {
      const planner = this.planned(changes);
      await this.eachRunner((runner) => runner.appendEphemeral(planner.planOf(runner)));
    };
    const spans = this.spansOf(changes);
    return spans ? spans.during(append) : append();
  }

  private decoded(notices: readonly Uint8Array[]): StreamedChange[] {
    return notices.map((data) => decodeEphemeral(this.partition, data));
  }

  /** Notices that came since the slot began to join, if that is not long ago. */
  private missedBy(name: string): StreamedChange[] {
    const joining = this.joining.get(name);
    return joining && performance.now() - joining.since < MISSED_MS ? this.decoded(joining.missed.take()) : [];
  }

  /** Reads every slot's version after the batch arrived, and what is new (I5). A slot whose server is lost goes alone. */
  private async syncQueues(): Promise<boolean> {
    const versions = await this.versionsOf([...this.live.values()]);
    await this.eachRunner(async (runner) => {
      const version = versions.get(runner);
      if (version instanceof Error) throw version;
      await runner.syncQueues(version);
    });
    return this.live.size > 0;
  }

  private async versionsOf(runners: readonly SlotRunner[]): Promise<Map<SlotRunner, number | Error>> {
    if (runners.length === 0) return new Map();
    const versions = await this.parts.queues.writer.slotVersions(runners.map((runner) => runner.slot));
    return new Map(runners.map((runner, index) => [runner, versions[index] ?? 0]));
  }

  /** Runs `work` for every live slot at once; one that fails leaves and comes back by itself. */
  private eachRunner(work: (runner: SlotRunner) => Promise<void>): Promise<void> {
    return this.each([...this.live.values()], work);
  }

  private async each(runners: readonly SlotRunner[], work: (runner: SlotRunner) => Promise<void>): Promise<void> {
    await Promise.all(
      runners.map(async (runner) => {
        if (this.live.get(slotName(runner.slot)) !== runner) return;
        try {
          await work(runner);
        } catch (error) {
          this.detach(runner, error);
        }
      }),
    );
  }

  private leave(runner: SlotRunner): void {
    this.live.delete(slotName(runner.slot));
    runner.leave();
  }

  private detach(runner: SlotRunner, error?: unknown): void {
    const { slot } = runner;
    this.leave(runner);
    if (error instanceof SlotLostError)
      this.parts.logger.debug({ slot: slotName(slot), reason: error.message }, 'left');
    else if (error) this.parts.logger.warn({ err: error, slot: slotName(slot) }, 'a slot cannot be filled');
    this.acquire(slot);
  }

  /** Makes the slot live, however long it takes, unless `signal` aborts it. */
  private async join(slot: Slot, signal: AbortSignal): Promise<void> {
    const joiner = new SlotJoiner(slot, this.partition, this.parts, () => this.stream?.delivered);
    for (let joined = false; !joined && !signal.aborted;) {
      const runner = await joiner.prepare(signal);
      if (runner) joined = await this.mutex.run(() => this.attach(runner, joiner, signal));
      if (runner && joined) void this.mutex.run(() => this.announceRelease(runner));
      if (!joined) await pause(ATTACH_RETRY_MS, signal);
    }
    if (signal.aborted) this.joining.delete(slotName(slot));
    else void joiner.wakeWaiting();
  }

  /** Notifies the queues of a slot that another release of the service filled them before. */
  private async announceRelease(runner: SlotRunner): Promise<void> {
    const { release: notice, queues, logger } = this.parts;
    if (!notice) return;
    try {
      if (!(await queues.keeper.enterRelease(runner.slot, notice.release))) return;
      const bodies = new Map<string, string>();
      const entries = new Map<string, AppendEntry[]>();
      for (const [type, text] of await notice.events()) {
        const ref = bodyRef(0, Date.now(), 0, type);
        bodies.set(ref, text);
        const entry = { seq: Number.MAX_SAFE_INTEGER, xid: 0, bodyRef: ref };
        for (const { id, shape } of this.index.queuesOf(runner)) {
          if (shape.wantsType(type)) entries.set(id, [...(entries.get(id) ?? []), entry]);
        }
      }
      await runner.appendEphemeral({ entries, bodies });
    } catch (error) {
      logger.warn({ err: error, slot: slotName(runner.slot) }, 'the queues of a slot were not told of the upgrade');
    }
  }

  private async attach(runner: SlotRunner, joiner: SlotJoiner, signal: AbortSignal): Promise<boolean> {
    const name = slotName(runner.slot);
    try {
      if (signal.aborted || !(await joiner.catchUpFully(runner)) || signal.aborted) return false;
      await runner.appendEphemeralAlone(this.missedBy(name));
    } catch (error) {
      this.parts.logger.debug({ err: error, slot: name }, 'a slot could not be joined at once');
      return false;
    }
    runner.attachTo(this.index);
    this.live.set(name, runner);
    this.joining.delete(name);
    return true;
  }
}
