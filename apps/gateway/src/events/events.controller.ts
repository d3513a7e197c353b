import { Type } from '@sinclair/typebox';
import { DomainError, UnavailableError, badRequest } from '@stoa/contracts';
import { EventQueues, PollResult, Slot, slotOf } from '@stoa/event-queue';
import { RawJson } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { HeldAnswer } from '../http/held-answer';
import type { UserContext } from '../http/request-context';
import { DelayedFailures } from './delayed-failures';
import { FailingPolls } from './failing-polls';
import { HeldPoll, HeldPolls, jsonOf, pollAnswer } from './held-polls';
import { DeleteQueueParams } from './params/delete-queue.params';
import { PollEventsParams } from './params/poll-events.params';
import { QueueRegistration } from './queue-registration';

const PollResponseSchema = Type.Object({
  events: Type.Array(Type.Object({ id: Type.Integer(), type: Type.String() }, { additionalProperties: true })),
  queue_id: Type.String(),
});

const BAD_QUEUE = { code: 'BAD_EVENT_QUEUE_ID', msg: 'Bad event queue ID: fb67bf8a-c031-47cc-84cf-ed80accacda8' };

interface Poll {
  slot: Slot;
  userId: number;
  queueId: string;
  lastEventId: number;
  dontBlock: boolean;
}

@EndpointController()
export class EventsController {
  constructor(
    private readonly queues: EventQueues,
    private readonly polls: HeldPolls,
    private readonly failing: FailingPolls,
    private readonly delayed: DelayedFailures,
    private readonly registration: QueueRegistration,
  ) {}

  @Endpoint({
    method: 'GET',
    path: 'events',
    isPoll: true,
    tag: 'Real-time events',
    summary: 'Get events from an event queue',
    description:
      'Answers at once if the queue has events that were not acknowledged; else holds the request until there is one, ' +
      'or until a heartbeat after 45 to 55 seconds.',
    auth: 'user',
    params: PollEventsParams,
    response: PollResponseSchema,
    errors: [
      BAD_QUEUE,
      { code: 'BAD_REQUEST', msg: "Missing 'queue_id' argument" },
      { code: 'BAD_REQUEST', msg: "Missing 'last_event_id' argument" },
      { code: 'BAD_REQUEST', msg: 'An event newer than 7 has already been pruned!' },
      { code: 'BAD_REQUEST', msg: 'Event 7 was not in this queue' },
      { code: 'BAD_REQUEST', msg: 'User not authorized for this query' },
    ],
  })
  async poll(ctx: UserContext, params: PollEventsParams): Promise<RawJson | HeldAnswer> {
    const { queueId, lastEventId, dontBlock } = params;
    const { partition, userId } = ctx.actor;
    if (queueId === undefined) {
      if (!dontBlock) throw badRequest("Missing 'queue_id' argument");
      return pollAnswer(await this.registration.register(ctx, params), []);
    }
    if (lastEventId === undefined) throw badRequest("Missing 'last_event_id' argument");
    const poll = { slot: slotOf(partition, userId), userId, queueId, lastEventId, dontBlock };
    if (!this.failing.isDead(userId, queueId)) return this.ask(ctx, poll);
    return this.fail(poll, ctx.http.hold(), badQueue(queueId), true);
  }

  @Endpoint({
    method: 'DELETE',
    path: 'events',
    tag: 'Real-time events',
    summary: 'Delete an event queue',
    auth: 'user',
    params: DeleteQueueParams,
    response: Type.Object({}),
    errors: [BAD_QUEUE],
  })
  async delete(ctx: UserContext, { queueId }: DeleteQueueParams): Promise<object> {
    const { partition, userId } = ctx.actor;
    const result = await this.queues.reader.deleteQueue(slotOf(partition, userId), queueId, userId);
    if (result.status === 'run-id') throw settling();
    if (result.status !== 'deleted') throw badQueue(queueId);
    if (result.parked) this.polls.finish(queueId, result.parked);
    return {};
  }

  private async ask(ctx: UserContext, poll: Poll): Promise<RawJson | HeldAnswer> {
    const { userId, queueId } = poll;
    const answer = ctx.http.hold();
    const held = this.polls.begin(poll, answer);
    let result: PollResult;
    try {
      result = await this.queues.reader.poll({ ...poll, gatewayId: this.polls.gatewayId, nonce: held.nonce });
    } catch (error) {
      this.polls.forget(held);
      throw error;
    }
    if ('superseded' in result && result.superseded) this.polls.finish(queueId, result.superseded);
    if (result.status === 'answer' || result.status === 'parked') this.failing.clear(userId, queueId);
    return this.settle(poll, held, answer, result);
  }

  private settle(poll: Poll, held: HeldPoll, answer: HeldAnswer, result: PollResult): RawJson | HeldAnswer {
    const { queueId, lastEventId } = poll;
    if (result.status === 'parked') {
      this.polls.park(held);
      return answer;
    }
    this.polls.forget(held);
    switch (result.status) {
      case 'answer':
        return pollAnswer(queueId, result.events.map(jsonOf));
      case 'pruned':
        return this.fail(poll, answer, badRequest(`An event newer than ${lastEventId} has already been pruned!`));
      case 'unknown-event':
        return this.fail(poll, answer, badRequest(`Event ${lastEventId} was not in this queue`));
      case 'run-id':
        throw settling();
      default:
        // A slot that is not ready lost its queues.
        return this.fail(poll, answer, badQueue(queueId), result.status === 'bad-queue');
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
  return new DomainError(BAD_QUEUE.code, `Bad event queue ID: ${queueId}`, { data: { queue_id: queueId } });
}

/** Redis was restarted; the owner of the slot finds out in a moment whether its queues are still right. */
function settling(): UnavailableError {
  return new UnavailableError('the event queues are being checked');
}
