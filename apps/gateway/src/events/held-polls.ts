import { randomInt, randomUUID } from 'node:crypto';
import { Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { HeldPollWake, NatsHintTransport, encodeWakes, wakeSubject } from '@stoa/changes';
import { UnavailableError } from '@stoa/errors';
import { EventQueues, HeartbeatResult, ParkedPoll, QueuedEvent, Slot, composeEvent } from '@stoa/event-queue';
import { LOGGER, type Logger, Metrics, type TraceParent, type TraceSpan, activeSpan } from '@stoa/observability';
import { RawJson } from '@stoa/rpc';
import { NamedTransients } from '@stoa/transients';
import { GatewayEnvironment } from '../gateway-environment';
import type { HeldAnswer } from '../http/held-answer';
import { inDrainSteps } from './drain-steps';
import { answerPolls, hearHints } from './gateway-hints';
import { HoldCheck } from './hold-check';
import { PollWheel } from './poll-wheel';
import { RememberedPolls } from './remembered-polls';

/** A parked request is asked about again after the configured seconds and up to so many more (realtime.md 3.2). */
export const HOLD_SPREAD_SECONDS = 10;
/** While Redis does not answer, a poll waits on for so long; then the client must try again. */
export const PATIENCE_MS = 20_000;
/** Of the polls that are due while Redis does not answer, so many ask whether it is back. */
const PROBES = 8;
const OUTAGE_MS = 1_000;

/** The response that is owed to a held request. */
export type OwedAnswer = Pick<HeldAnswer, 'isOpen' | 'onAbort' | 'succeed' | 'fail'>;

/** A request that is parked on its queue, with the response that is owed to it. */
export interface HeldPoll {
  readonly nonce: string;
  readonly slot: Slot;
  readonly queueId: string;
  readonly userId: number;
  readonly answer: OwedAnswer;
  /** Of the poll's own request, if it is sampled. */
  readonly span?: TraceSpan;
  /** Since when (ms of the process's clock) Redis could not say what the queue has. */
  failingSince?: number;
}

type AnswerReason = 'wake' | 'asked' | 'unheld' | 'revoked' | 'failed';

/** The long polls that this gateway holds: each is answered by a wake, by the heartbeat, or when the gateway stops. */
@Injectable()
export class HeldPolls implements OnApplicationBootstrap {
  /** Where wakes for this gateway go. */
  readonly gatewayId = randomUUID();
  /** Nonces are unique among all gateways: a request must never be taken for another one. */
  private readonly polls = new NamedTransients<HeldPoll>(`${this.gatewayId.slice(0, 13)}.`);
  private readonly wheel = new PollWheel<HeldPoll>((due) => this.askAll(due));
  private readonly check: HoldCheck<HeldPoll>;
  private stopHearing = (): void => undefined;
  private isDraining = false;
  private readonly answers: { inc(labels: { reason: AnswerReason }): void };
  private failedAt = -Infinity;

  constructor(
    private readonly queues: EventQueues,
    private readonly transport: NatsHintTransport,
    @Inject(LOGGER) private readonly log: Logger,
    @Inject(GatewayEnvironment) private readonly environment: Pick<GatewayEnvironment, 'STOA_POLL_HOLD_SECONDS'>,
    private readonly remembered: RememberedPolls,
    metrics: Metrics,
  ) {
    this.check = new HoldCheck<HeldPoll>({
      ...{ queues, log },
      isHeld: (poll) => this.polls.has(poll.nonce),
      onUnheld: (poll) => void this.ask(poll, 'unheld'),
    });
    this.answers = metrics.counter(
      'stoa_held_poll_answers_total',
      'Polls that were held and answered: by a wake, when asked about after their time, because nothing would wake them (unheld), for a revoked key, or not in time.',
      ['reason'],
    );
  }

  get size(): number {
    return this.polls.size;
  }

  /** Counts an answer to a poll that was held, here or for a queue that is kept. */
  count(reason: AnswerReason): void {
    this.answers.inc({ reason });
  }

  onApplicationBootstrap(): void {
    this.stopHearing = hearHints(this.transport, this.gatewayId, {
      onWakes: (message) => answerPolls(message, (wake, trace) => this.onWake(wake, trace)),
      onRevoked: (users) => this.onRevoked(users),
    });
    this.wheel.start();
    this.check.start();
  }

  /**
   * Answers everything that is held, spread over a moment so that the clients do not all come back at once. Polls that
   * come later are answered at once.
   */
  async drain(): Promise<void> {
    this.isDraining = true;
    await inDrainSteps(this.polls.values(), (poll) => this.ask(poll));
  }

  /** Lets go of what {@link drain} has left unused: nothing is held any more. */
  stop(): void {
    this.wheel.stop();
    this.check.stop();
    this.stopHearing();
  }

  /** Registers a request before its queue is asked, so that a wake that is faster than the answer finds it. */
  begin({ slot, queueId, userId }: Pick<HeldPoll, 'slot' | 'queueId' | 'userId'>, answer: OwedAnswer): HeldPoll {
    return this.polls.add((nonce) => ({ nonce, slot, queueId, userId, answer, span: activeSpan() }));
  }

  /** The queue was not asked, or its answer is at hand: the request is no longer this class' business. */
  forget(poll: HeldPoll): void {
    this.polls.remove(poll.nonce);
    this.wheel.remove(poll);
    this.check.remove(poll);
  }

  /** The request was parked: waits for a wake or the time of the heartbeat. */
  park(poll: HeldPoll): void {
    // A wake may have come and gone already.
    if (!this.polls.has(poll.nonce)) return;
    poll.answer.onAbort(() => this.abandon(poll));
    if (!poll.answer.isOpen) this.abandon(poll);
    else if (this.isDraining) void this.ask(poll);
    else {
      this.wheel.put(poll, this.environment.STOA_POLL_HOLD_SECONDS + randomInt(HOLD_SPREAD_SECONDS + 1));
      this.check.add(poll);
    }
  }

  /** Finishes another request on the queue without events, wherever it is held. */
  finish(queueId: string, { gatewayId, nonce }: ParkedPoll): void {
    const wake: HeldPollWake = { nonce, queueId, events: [] };
    if (gatewayId === this.gatewayId) this.onWake(wake);
    else for (const message of encodeWakes([wake])) this.transport.publish(wakeSubject(gatewayId), message);
  }

  private onWake({ nonce, events }: HeldPollWake, trace?: TraceParent): void {
    const poll = this.polls.get(nonce);
    if (!poll) return;
    if (trace !== undefined) poll.span?.linkTo(trace);
    if (events === null) {
      void this.ask(poll);
      return;
    }
    this.count('wake');
    this.respond(
      poll,
      events.map(({ id, bodies }) => composeEvent(id, bodies)),
    );
  }

  /** Ends the polls of users whose keys were revoked: when they come back, their keys are looked at (I10). */
  private onRevoked(revoked: ReadonlySet<unknown>): void {
    this.remembered.forgetUsers(revoked);
    for (const poll of this.polls.values()) {
      if (!revoked.has(poll.userId)) continue;
      this.unpark(poll);
      this.count('revoked');
      this.respond(poll, []);
    }
  }

  private askAll(due: HeldPoll[]): void {
    const isDown = performance.now() - this.failedAt < OUTAGE_MS * 2;
    due.forEach((poll, index) => {
      if (isDown && index >= PROBES) this.retryLater(poll);
      else void this.ask(poll);
    });
  }

  /** Ends the wait: with events whose wake was lost, or with a heartbeat. */
  private async ask(poll: HeldPoll, reason: AnswerReason = 'asked'): Promise<void> {
    // A try that fails may have taken seconds: they are part of the wait.
    const askedAt = performance.now();
    let result: HeartbeatResult;
    try {
      result = await this.queues.reader.heartbeat(poll);
    } catch (error) {
      if (!(error instanceof UnavailableError)) this.log.error({ err: error }, 'a held poll could not be asked about');
      this.failedAt = performance.now();
      this.retryLater(poll, askedAt);
      return;
    }
    if (!this.polls.has(poll.nonce)) return;
    // The server is being settled by the slot's owner.
    if (result.status === 'run-id') return this.retryLater(poll, askedAt);
    this.count(reason);
    this.respond(poll, result.status === 'answer' ? result.events.map(jsonOf) : []);
  }

  /** @param since ms of the process's clock: when Redis was first found not to answer, unless that is known already */
  private retryLater(poll: HeldPoll, since = performance.now()): void {
    if (!this.polls.has(poll.nonce)) return;
    poll.failingSince ??= since;
    if (performance.now() - poll.failingSince >= PATIENCE_MS || this.isDraining) this.fail(poll);
    else this.wheel.put(poll, 1);
  }

  private respond(poll: HeldPoll, events: readonly string[]): void {
    this.forget(poll);
    poll.answer.succeed(pollAnswer(poll.queueId, events), { closeConnection: this.isDraining });
  }

  private fail(poll: HeldPoll): void {
    this.count('failed');
    this.forget(poll);
    poll.answer.fail(new UnavailableError('event queues cannot be read now'));
  }

  private abandon(poll: HeldPoll): void {
    if (!this.polls.has(poll.nonce)) return;
    this.forget(poll);
    this.unpark(poll);
  }

  private unpark(poll: HeldPoll): void {
    this.queues.reader.unpark(poll).catch((error: unknown) => {
      // The park mark ends by itself.
      this.log.debug({ err: error }, 'a poll could not be unparked');
    });
  }
}

/** Data of the answer to a poll (realtime.md 3.3), put together without parsing an event. */
export function pollAnswer(queueId: string, events: readonly string[], lifeSeconds: number | null = null): RawJson {
  const life = lifeSeconds === null ? '' : `,"idle_queue_timeout_secs":${lifeSeconds}`;
  return new RawJson(`{"events":[${events.join(',')}],"queue_id":${JSON.stringify(queueId)}${life}}`);
}

export function jsonOf(event: QueuedEvent): string {
  return event.json;
}
