import { randomInt, randomUUID } from 'node:crypto';
import { Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { HeldPollWake, NatsHintTransport } from '@stoa/changes';
import { UnavailableError } from '@stoa/errors';
import { EventQueues, HeartbeatResult, QueuedEvent, STREAM_MARK, composeEvent } from '@stoa/event-queue';
import { LOGGER, type Logger, Metrics, type TraceParent, activeSpan } from '@stoa/observability';
import { GatewayEnvironment } from '../gateway-environment';
import { Ticker } from '../ticker';
import { inDrainSteps } from './drain-steps';
import { answerPolls, hearHints } from './gateway-hints';
import { HOLD_SPREAD_SECONDS, HeldPolls, type OwedAnswer, PATIENCE_MS, jsonOf, pollAnswer } from './held-polls';
import { HoldCheck } from './hold-check';
import {
  type KeptQueue,
  type KeptRequest,
  acknowledge,
  collect,
  hasEvent,
  isFull,
  isKeepDue,
  newKeptQueue,
} from './kept-queue';
import { RecentValues } from './recent-values';

/** A client that asks again within this time hears enough for its queue to be kept here. */
const DENSE_MS = 10_000;
/** A client that does not come back after an answer for so long has gone, or goes on elsewhere. */
const LEFT_MS = 5_000;
/** For so long it is not tried again to keep a queue whose client did not come back. */
const ROAMING_MS = 60_000;
const LOOK_MS = 1_000;

/**
 * Queues of clients that poll again and again at this gateway. Their mark stays, as that of a stream: what comes is sent here
 * whether a poll waits or not, so that the next poll is answered or parked without a question to Redis, which is told of
 * what clients have every ten seconds. It keeps everything until then, so nothing depends on this process: a poll that
 * comes elsewhere takes the queue.
 */
@Injectable()
export class KeptQueues implements OnApplicationBootstrap {
  /** Where wakes for these queues go. */
  readonly gatewayId = randomUUID();
  private readonly noncePrefix = `${STREAM_MARK}${this.gatewayId.slice(0, 13)}.`;
  private readonly queuesById = new Map<string, KeptQueue>();
  private readonly asked = new RecentValues<true>(DENSE_MS);
  /** Queues that were kept for nothing: the next poll came elsewhere. */
  private readonly roaming = new RecentValues<true>(ROAMING_MS);
  private readonly check: HoldCheck<KeptQueue>;
  private readonly ticker = new Ticker(LOOK_MS, () => {
    this.look();
    return this.queuesById.size > 0;
  });
  private stopHearing = (): void => undefined;
  private nonces = 0;
  private waiting = 0;
  private isDraining = false;

  constructor(
    private readonly queues: EventQueues,
    private readonly transport: NatsHintTransport,
    private readonly polls: HeldPolls,
    @Inject(LOGGER) private readonly log: Logger,
    @Inject(GatewayEnvironment) private readonly environment: Pick<GatewayEnvironment, 'STOA_POLL_HOLD_SECONDS'>,
    metrics: Metrics,
  ) {
    this.check = new HoldCheck<KeptQueue>({
      ...{ queues, log },
      isHeld: (kept) => this.isKept(kept),
      onUnheld: (kept) => void this.ask(kept),
    });
    metrics.gauge('stoa_kept_queues', 'Queues of clients that poll again and again, kept between polls.', [], (gauge) =>
      gauge.set(this.queuesById.size),
    );
  }

  /** Polls that are held now. */
  get size(): number {
    return this.waiting;
  }

  onApplicationBootstrap(): void {
    this.stopHearing = hearHints(this.transport, this.gatewayId, {
      onWakes: (message) => answerPolls(message, (wake, trace) => this.onWake(wake, trace)),
      onRevoked: (users) => this.onRevoked(users),
    });
    this.check.start();
  }

  /** Lets go of all, spread over a moment: their clients go on at another replica. */
  async drain(): Promise<void> {
    this.isDraining = true;
    await inDrainSteps([...this.queuesById.values()], (kept) => {
      this.end(kept);
      return Promise.resolve();
    });
  }

  /** Lets go of what {@link drain} has left unused. */
  stop(): void {
    this.ticker.stop();
    this.check.stop();
    this.stopHearing();
  }

  /** The user's queue, if it is kept here. */
  find(queueId: string, userId: number): KeptQueue | undefined {
    const kept = this.queuesById.get(queueId);
    return kept?.userId === userId ? kept : undefined;
  }

  /** A poll for a queue that is not kept was answered, or waits. */
  noteAsked(queueId: string): void {
    this.asked.note(queueId, true);
  }

  /** Whether to keep the queue: the last poll was a moment ago, and its client does not go from one gateway to another. */
  isWanted(queueId: string): boolean {
    // What is kept already is somebody else's.
    if (this.isDraining || this.queuesById.has(queueId)) return false;
    return this.asked.get(queueId) === true && !this.roaming.get(queueId);
  }

  /** Registers a queue before Redis is asked, so that a wake that is faster than the answer finds it. */
  begin(request: KeptRequest): KeptQueue {
    this.nonces += 1;
    const kept = newKeptQueue(request, `${this.noncePrefix}${this.nonces.toString(36)}`);
    this.queuesById.set(kept.queueId, kept);
    return kept;
  }

  /**
   * Redis was asked, and has the mark of the queue.
   * @param events that the queue had
   * @returns events to answer the poll with now, or undefined: it waits
   */
  start(kept: KeptQueue, events: readonly QueuedEvent[], answer: OwedAnswer): readonly QueuedEvent[] | undefined {
    kept.isAsking = false;
    kept.isBegun = true;
    // Another request may have taken the queue already.
    if (!this.isKept(kept)) return events;
    this.check.add(kept);
    this.ticker.wake();
    collect(kept, events);
    return this.answerOrPark(kept, answer);
  }

  /** Whether a poll that comes back can be answered, or wait, here; else Redis must be asked. */
  canResume(kept: KeptQueue, lastEventId: number): boolean {
    if (!this.isKept(kept) || !kept.isBegun || this.isDraining || kept.failingSince !== undefined) return false;
    return hasEvent(kept, lastEventId);
  }

  /** As {@link start}, of a poll that comes back, which {@link canResume} has allowed. */
  resume(kept: KeptQueue, lastEventId: number, answer: OwedAnswer): readonly QueuedEvent[] | undefined {
    // A request that was sent twice takes the place of the first one.
    if (kept.waiting) this.respond(kept, []);
    kept.isResumed = true;
    acknowledge(kept, lastEventId);
    return this.answerOrPark(kept, answer);
  }

  /** Nothing is known of the queue here any more. */
  forget(kept: KeptQueue): void {
    if (this.isKept(kept)) this.queuesById.delete(kept.queueId);
    if (kept.isBegun && !kept.isResumed) this.roaming.note(kept.queueId, true);
    this.check.remove(kept);
  }

  /** Tells Redis what the client has, and takes the mark off, unless another request's is there. */
  async letGo(kept: KeptQueue): Promise<void> {
    if (kept.waiting) this.respond(kept, []);
    this.forget(kept);
    await this.queues.reader.keep({ ...keepOf(kept), keeps: false });
  }

  private isKept(kept: KeptQueue): boolean {
    return this.queuesById.get(kept.queueId) === kept;
  }

  private answerOrPark(kept: KeptQueue, answer: OwedAnswer): readonly QueuedEvent[] | undefined {
    kept.since = performance.now();
    if (kept.events.length > 0) return kept.events;
    kept.waiting = { answer, span: activeSpan() };
    kept.holdMs = (this.environment.STOA_POLL_HOLD_SECONDS + randomInt(HOLD_SPREAD_SECONDS + 1)) * 1_000;
    this.waiting += 1;
    const leave = (): void => {
      if (kept.waiting?.answer !== answer) return;
      this.stopWaiting(kept);
      if (this.isKept(kept)) this.end(kept);
    };
    answer.onAbort(leave);
    if (!answer.isOpen) leave();
    else if (kept.newest > kept.got) void this.ask(kept);
    return undefined;
  }

  private onWake({ queueId, nonce, events, before }: HeldPollWake, trace?: TraceParent): void {
    const kept = this.queuesById.get(queueId);
    if (kept?.nonce !== nonce) return;
    if (trace !== undefined) kept.waiting?.span?.linkTo(trace);
    if (events?.length === 0) return this.lose(kept);
    kept.newest = Math.max(kept.newest, events?.at(-1)?.id ?? kept.got + 1);
    if (kept.isAsking || kept.newest <= kept.got) return;
    if (events === null || before === undefined || before > kept.got) return void this.ask(kept);
    collect(
      kept,
      events.map(({ id, bodies }) => ({ id, json: composeEvent(id, bodies) })),
    );
    if (kept.waiting) this.tell(kept, 'wake');
    else if (isFull(kept)) this.end(kept);
  }

  private tell(kept: KeptQueue, reason: 'wake' | 'asked'): void {
    this.polls.count(reason);
    this.respond(kept, kept.events);
  }

  private respond(kept: KeptQueue, events: readonly QueuedEvent[]): void {
    const answer = this.stopWaiting(kept);
    answer?.succeed(pollAnswer(kept.queueId, events.map(jsonOf)), { closeConnection: this.isDraining });
  }

  private stopWaiting(kept: KeptQueue): OwedAnswer | undefined {
    if (!kept.waiting) return undefined;
    const { answer } = kept.waiting;
    kept.waiting = undefined;
    kept.since = performance.now();
    this.waiting -= 1;
    return answer;
  }

  /** Another request has taken the queue, or it is gone: the client finds out when it comes back. */
  private lose(kept: KeptQueue): void {
    this.forget(kept);
    this.respond(kept, []);
  }

  /** Tells Redis what the client has, and reads what has not come here. */
  private async ask(kept: KeptQueue): Promise<void> {
    if (!this.isKept(kept) || kept.isAsking) return;
    const request = { ...keepOf(kept), keeps: true };
    const wanted = kept.newest;
    const result = await this.askRedis(kept, () => this.queues.reader.keep(request));
    if (!result) return;
    kept.keptAt = performance.now();
    kept.pruned = Math.max(kept.pruned, request.acknowledged);
    // A hint may have named more than there was.
    if (kept.newest === wanted) kept.newest = kept.got;
    collect(kept, result);
    if (kept.waiting && kept.events.length > 0) this.tell(kept, 'asked');
    if (kept.newest > kept.got) return this.ask(kept);
    this.check.add(kept);
  }

  /** The time of a poll is over: answers it with a heartbeat. The next one begins anew. */
  private async beat(kept: KeptQueue): Promise<void> {
    if (kept.acknowledged > kept.pruned) await this.ask(kept);
    if (!this.isKept(kept) || !kept.waiting || kept.isAsking || kept.acknowledged > kept.pruned) return;
    const events = await this.askRedis(kept, () => this.queues.reader.heartbeat(kept));
    if (!events) return;
    collect(kept, events);
    this.forget(kept);
    this.tell(kept, 'asked');
  }

  /** @returns the events, or undefined: the queue is kept no more, or Redis is asked again in a moment */
  private async askRedis(
    kept: KeptQueue,
    ask: () => Promise<HeartbeatResult>,
  ): Promise<readonly QueuedEvent[] | undefined> {
    kept.isAsking = true;
    try {
      const result = await ask();
      // The server is being settled by the slot's owner.
      if (result.status === 'run-id') throw new UnavailableError('the event queues are being checked');
      kept.failingSince = undefined;
      if (!this.isKept(kept)) return undefined;
      if (result.status === 'answer') return result.events;
      this.lose(kept);
    } catch (error) {
      this.onFailure(kept, error);
    } finally {
      kept.isAsking = false;
    }
    return undefined;
  }

  private onFailure(kept: KeptQueue, error: unknown): void {
    if (!(error instanceof UnavailableError)) this.log.error({ err: error }, 'a kept queue could not be asked about');
    if (!this.isKept(kept)) return;
    kept.failingSince ??= performance.now();
    if (performance.now() - kept.failingSince < PATIENCE_MS && !this.isDraining) return;
    this.forget(kept);
    if (!kept.waiting) return;
    this.polls.count('failed');
    this.stopWaiting(kept)?.fail(new UnavailableError('event queues cannot be read now'));
  }

  /** Every second: asks what is due of each. */
  private look(): void {
    const now = performance.now();
    for (const kept of this.queuesById.values()) {
      if (kept.isAsking) continue;
      if (!kept.waiting && now - kept.since >= LEFT_MS) this.end(kept);
      else if (kept.waiting && now - kept.since >= kept.holdMs) void this.beat(kept);
      else if (kept.failingSince !== undefined || isKeepDue(kept, now)) void this.ask(kept);
    }
  }

  /** Ends the polls of users whose keys were revoked: when they come back, their keys are looked at (I10). */
  private onRevoked(revoked: ReadonlySet<unknown>): void {
    for (const kept of [...this.queuesById.values()]) {
      if (!revoked.has(kept.userId)) continue;
      if (kept.waiting) this.polls.count('revoked');
      this.end(kept);
    }
  }

  private end(kept: KeptQueue): void {
    this.letGo(kept).catch((error: unknown) => {
      // The mark ends by itself, and the client's next poll says again what it has.
      this.log.debug({ err: error }, 'a kept queue could not be let go');
    });
  }
}

function keepOf({ slot, queueId, nonce, acknowledged, got }: KeptQueue) {
  return { slot, queueId, nonce, acknowledged, got };
}
