import type { RequestOf } from '@stoa/contracts/rpc';
import { deleteQueue, pollEvents } from '@stoa/contracts/queues';
import { badRequest } from '@stoa/errors';
import { EventQueues, PollResult, QueuedEvent, slotOf } from '@stoa/event-queue';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import { lastEventIdOf } from '../http/event-stream';
import type { HeldAnswer } from '../http/held-answer';
import type { UserContext } from '../http/request-context';
import { EventStreams } from './event-streams';
import { HeldPolls, pollAnswer } from './held-polls';
import { PollRefusals, type QueuePoll, badQueue, settling } from './poll-refusals';
import { type Polled, QueuePolls } from './queue-polls';
import { QueueRegistration } from './queue-registration';
import { RememberedPolls } from './remembered-polls';
import { repeatablePoll } from './repeatable-poll';

@EndpointController()
export class EventsController {
  constructor(
    private readonly queues: EventQueues,
    private readonly polls: HeldPolls,
    private readonly streams: EventStreams,
    private readonly queuePolls: QueuePolls,
    private readonly refusals: PollRefusals,
    private readonly remembered: RememberedPolls,
    private readonly registration: QueueRegistration,
  ) {}

  @Endpoint(pollEvents)
  async poll(ctx: UserContext, params: RequestOf<typeof pollEvents>): Promise<Polled> {
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
    if (isStream) return this.stream(ctx, poll);
    const polled = await this.queuePolls.serve(poll, () => ctx.http.hold());
    if (!dontBlock) this.remember(ctx, poll);
    return polled;
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

  /** The next poll of the queue may be the same, but for the event that it names. */
  private remember({ http, actor }: UserContext, { slot, userId, queueId }: QueuePoll): void {
    const plain = http.plain();
    const { accessVersion } = http;
    if (!plain || accessVersion === undefined) return;
    const poll = repeatablePoll(plain, { slot, userId, realmId: actor.realmId, accessVersion });
    if (poll) this.remembered.note(queueId, poll);
  }

  private async stream(ctx: UserContext, poll: QueuePoll): Promise<HeldAnswer> {
    if (this.refusals.isDead(poll)) return this.refusals.refuse(poll, ctx.http.hold(), 'bad-queue');
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
      return this.refusals.refuse(poll, answer, result.status);
    }
    if (result.superseded) this.polls.finish(queueId, result.superseded);
    this.refusals.clear(poll);
    const events: readonly QueuedEvent[] = result.status === 'answer' ? result.events : [];
    if (answer.isOpen) this.streams.start(stream, answer.stream(), events);
    else this.streams.abandon(stream);
    return answer;
  }
}
