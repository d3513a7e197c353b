import type { RequestOf } from '@stoa/contracts/rpc';
import { deleteQueue, pollEvents } from '@stoa/contracts/queues';
import { DomainError, UnavailableError, badRequest } from '@stoa/errors';
import { EventQueues, PollResult, QueuedEvent, Slot, slotOf } from '@stoa/event-queue';
import { RawJson } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import { lastEventIdOf } from '../http/event-stream';
import type { HeldAnswer } from '../http/held-answer';
import type { UserContext } from '../http/request-context';
import { DelayedFailures } from './delayed-failures';
import { EventStreams } from './event-streams';
import { FailingPolls } from './failing-polls';
import { HeldPoll, HeldPolls, jsonOf, pollAnswer } from './held-polls';
import { KeptQueues } from './kept-queues';
import { QueueRegistration } from './queue-registration';

interface Poll {
  slot: Slot;
  userId: number;
  queueId: string;
  lastEventId: number;
  dontBlock: boolean;
}

type Refusal = Exclude<PollResult['status'], 'answer' | 'parked'>;

@EndpointController()
export class EventsController {
  constructor(
    private readonly queues: EventQueues,
    private readonly polls: HeldPolls,
    private readonly streams: EventStreams,
    private readonly kept: KeptQueues,
    private readonly failing: FailingPolls,
    private readonly delayed: DelayedFailures,
    private readonly registration: QueueRegistration,
  ) {}

  @Endpoint(pollEvents)
  async poll(ctx: UserContext, params: RequestOf<typeof pollEvents>): Promise<RawJson | HeldAnswer> {
    const { queue_id: queueId, dont_block: dontBlock } = params;
    const { partition, userId } = ctx.actor;
    const isStream = ctx.http.wantsStream && !dontBlock;
    // A browser that connects again repeats the address of the first time.
    const got = isStream ? lastEventIdOf(ctx.http.headers['last-event-id']) : undefined;
    const lastEventId = got ?? params.last_event_id;
    if (queueId === undefined) {
      if (!dontBlock) throw badRequest("Missing 'queue_id' argument");
      const { queueId: id, lifeSeconds } = await this.registration.register(ctx, params);
      return pollAnswer(id, [], lifeSeconds);
    }
    if (lastEventId === undefined) throw badRequest("Missing 'last_event_id' argument");
    const poll = { slot: slotOf(partition, userId), userId, queueId, lastEventId, dontBlock };
    if (this.failing.isDead(userId, queueId)) return this.fail(poll, ctx.http.hold(), badQueue(queueId), true);
    if (isStream) return this.stream(ctx, poll);
    return (await this.resume(ctx, poll)) ?? this.ask(ctx, poll);
  }

  @Endpoint(deleteQueue)
  async delete(ctx: UserContext, { queue_id: queueId }: RequestOf<typeof deleteQueue>): Promise<object> {
    const { partition, userId } = ctx.actor;
    const result = await this.queues.reader.deleteQueue(slotOf(partition, userId), queueId, userId);
    if (result.status === 'run-id') throw settling();
    if (result.status !== 'deleted') throw badQueue(queueId);
    if (result.parked) this.polls.finish(queueId, result.parked);
    return {};
  }

  /** Goes on with a queue that is kept here, or begins to keep it. @returns undefined where the poll is one by itself */
  private async resume(ctx: UserContext, poll: Poll): Promise<RawJson | HeldAnswer | undefined> {
    const { userId, queueId, lastEventId } = poll;
    if (poll.dontBlock) return undefined;
    const kept = this.kept.find(queueId, userId);
    if (!kept) return this.kept.isWanted(queueId) ? this.keep(ctx, poll) : undefined;
    const answer = ctx.http.hold();
    const events = this.kept.resume(kept, lastEventId, answer);
    if (events === false) {
      await this.kept.letGo(kept);
      return undefined;
    }
    this.failing.clear(userId, queueId);
    return events ? pollAnswer(queueId, events.map(jsonOf)) : answer;
  }

  private async keep(ctx: UserContext, poll: Poll): Promise<RawJson | HeldAnswer> {
    const { queueId } = poll;
    const answer = ctx.http.hold();
    const kept = this.kept.begin(poll);
    let result: PollResult;
    try {
      const { gatewayId } = this.kept;
      result = await this.queues.reader.poll({ ...poll, gatewayId, nonce: kept.nonce });
    } catch (error) {
      this.kept.forget(kept);
      throw error;
    }
    if (result.status !== 'answer' && result.status !== 'parked') {
      this.kept.forget(kept);
      return this.refuse(poll, answer, result.status);
    }
    if (result.superseded) this.polls.finish(queueId, result.superseded);
    this.failing.clear(poll.userId, queueId);
    const events = this.kept.start(kept, result.status === 'answer' ? result.events : [], answer);
    return events ? pollAnswer(queueId, events.map(jsonOf)) : answer;
  }

  private async ask(ctx: UserContext, poll: Poll): Promise<RawJson | HeldAnswer> {
    const { slot, userId, queueId, lastEventId, dontBlock } = poll;
    const answer = ctx.http.hold();
    const held = this.polls.begin(poll, answer);
    let result: PollResult;
    try {
      const { gatewayId } = this.polls;
      const { nonce } = held;
      result = await this.queues.reader.poll({ slot, queueId, userId, lastEventId, dontBlock, gatewayId, nonce });
    } catch (error) {
      this.polls.forget(held);
      throw error;
    }
    if ('superseded' in result && result.superseded) this.polls.finish(queueId, result.superseded);
    if (result.status === 'answer' || result.status === 'parked') {
      this.failing.clear(userId, queueId);
      if (!dontBlock) this.kept.noteAsked(queueId);
    }
    return this.settle(poll, held, answer, result);
  }

  private settle(poll: Poll, held: HeldPoll, answer: HeldAnswer, result: PollResult): RawJson | HeldAnswer {
    if (result.status === 'parked') {
      this.polls.park(held);
      return answer;
    }
    this.polls.forget(held);
    if (result.status === 'answer') return pollAnswer(poll.queueId, result.events.map(jsonOf));
    return this.refuse(poll, answer, result.status);
  }

  private async stream(ctx: UserContext, poll: Poll): Promise<HeldAnswer> {
    const { slot, userId, queueId, lastEventId } = poll;
    const { realmId } = ctx.actor;
    const { accessVersion = 0 } = ctx.http;
    const readmit = (): Promise<number> => ctx.http.readmit();
    const stream = this.streams.begin({ slot, queueId, userId, realmId, lastEventId, accessVersion, readmit });
    let result: PollResult;
    try {
      const { gatewayId } = this.streams;
      result = await this.queues.reader.poll({ ...poll, gatewayId, nonce: stream.nonce });
    } catch (error) {
      this.streams.forget(stream);
      throw error;
    }
    const answer = ctx.http.hold();
    if (result.status !== 'answer' && result.status !== 'parked') {
      this.streams.forget(stream);
      return this.refuse(poll, answer, result.status);
    }
    if (result.superseded) this.polls.finish(queueId, result.superseded);
    this.failing.clear(userId, queueId);
    const events: readonly QueuedEvent[] = result.status === 'answer' ? result.events : [];
    if (answer.isOpen) this.streams.start(stream, answer.stream(), events);
    else this.streams.abandon(stream);
    return answer;
  }

  /** Answers that the queue cannot be read from there. */
  private refuse(poll: Poll, answer: HeldAnswer, status: Refusal): HeldAnswer {
    const { queueId, lastEventId } = poll;
    switch (status) {
      case 'pruned':
        return this.fail(poll, answer, badRequest(`An event newer than ${lastEventId} has already been pruned!`));
      case 'unknown-event':
        return this.fail(poll, answer, badRequest(`Event ${lastEventId} was not in this queue`));
      case 'run-id':
        throw settling();
      default:
        // A slot that is not ready lost its queues.
        return this.fail(poll, answer, badQueue(queueId), status === 'bad-queue');
    }
  }

  /**
   * @returns the request, answered after the wait that repeated failures have to bear
   * @throws DomainError the error, if there is none
   */
  private fail({ userId, queueId }: Poll, answer: HeldAnswer, error: DomainError, isDead = false): HeldAnswer {
    const delayMs = this.failing.note(userId, queueId, isDead);
    if (delayMs === 0) throw error;
    this.delayed.answer(answer, error, delayMs);
    return answer;
  }
}

function badQueue(queueId: string): DomainError {
  return new DomainError('BAD_EVENT_QUEUE_ID', `Bad event queue ID: ${queueId}`, { data: { queue_id: queueId } });
}

/** Redis was restarted; the owner of the slot finds out in a moment whether its queues are still right. */
function settling(): UnavailableError {
  return new UnavailableError('the event queues are being checked');
}
