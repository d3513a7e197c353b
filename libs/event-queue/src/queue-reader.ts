import { eventsOf, parkedOf } from './queued';
import type { RedisLink } from './redis-link';
import { asList, asNumber, statusOf } from './reply';
import { scripts } from './scripts';
import type { Slot } from './slot';
import { SlotCalls } from './slot-calls';
import type { KeySpace } from './slot-keys';
import type {
  CheckedRequest,
  DeleteQueueResult,
  FindUnheldResult,
  FollowResult,
  HeartbeatResult,
  KeepRequest,
  PollRequest,
  PollResult,
} from './types';

/** Requests that {@link QueueReader.findUnheld} may be asked about at once. */
export const MOST_CHECKED = 500;

/** A request that is parked. */
interface HeldRequest {
  readonly slot: Slot;
  readonly queueId: string;
  readonly nonce: string;
}

/**
 * What the holder of client connections does with queues (realtime.md 3). Every call is one script, which polls and
 * heartbeats share.
 */
export class QueueReader {
  private readonly polls: SlotCalls<PollRequest, PollResult>;
  private readonly heartbeats: SlotCalls<HeldRequest, HeartbeatResult>;
  private readonly keeps: SlotCalls<KeepRequest, HeartbeatResult>;

  constructor(
    private readonly link: RedisLink,
    private readonly keys: KeySpace,
    private readonly parkMs: number,
  ) {
    this.polls = new SlotCalls(link, keys, {
      script: scripts.poll,
      args: [parkMs],
      valuesOf: ({ queueId, userId, lastEventId, dontBlock, gatewayId, nonce }: PollRequest) => [
        ...[queueId, userId, lastEventId, dontBlock ? 1 : 0],
        ...[gatewayId, nonce],
      ],
      resultOf: pollResultOf,
    });
    this.heartbeats = new SlotCalls(link, keys, {
      script: scripts.heartbeat,
      valuesOf: ({ queueId, nonce }: HeldRequest) => [queueId, nonce],
      resultOf: heartbeatResultOf,
    });
    this.keeps = new SlotCalls(link, keys, {
      script: scripts.keep,
      args: [parkMs],
      valuesOf: ({ queueId, nonce, acknowledged, got, keeps }: KeepRequest) => [
        ...[queueId, nonce, acknowledged, got],
        keeps ? 1 : 0,
      ],
      resultOf: heartbeatResultOf,
    });
  }

  /**
   * GET /events: validates `lastEventId`, prunes, takes the queue from an older parked request, then answers all
   * events or parks. A parked request is answered by a {@link Wake} or by {@link heartbeat}, which must come within
   * the park time (90 s unless configured); after it the queue counts as idle. Requests of one turn of the event loop go to
   * Redis together.
   */
  poll(request: PollRequest): Promise<PollResult> {
    return this.polls.ask(request);
  }

  /**
   * Ends the wait of a parked request after its 45 to 55 s, or early when the gateway drains: with the events whose
   * wake was lost, if there are any, else with a heartbeat event of its own id. Asked together like polls.
   */
  heartbeat(request: HeldRequest): Promise<HeartbeatResult> {
    return this.heartbeats.ask(request);
  }

  /**
   * For a queue whose mark stays while its client polls again and again at one gateway: prunes what the client has, and
   * answers what the gateway has not got, for another park time. Asked together like polls.
   */
  keep(request: KeepRequest): Promise<HeartbeatResult> {
    return this.keeps.ask(request);
  }

  /**
   * Goes on with a stream for another park time: answers the events after `got`, possibly none, which stay queued until the
   * client acknowledges them with its next request. It must come within each park time.
   * @param request.bytes after which no further event is read
   */
  async follow(request: {
    slot: Slot;
    queueId: string;
    nonce: string;
    got: number;
    bytes: number;
  }): Promise<FollowResult> {
    const { slot, queueId, nonce, got, bytes } = request;
    const keys = this.keys.of(slot);
    const args = [queueId, nonce, got, this.parkMs, bytes];
    const reply = asList(await this.link.run(scripts.follow, [...keys.fixed, keys.list(queueId)], args));
    const status = statusOf(reply, ['answer', 'superseded', 'bad-queue', 'not-ready', 'run-id'] as const);
    return status === 'answer' ? { status, events: eventsOf(reply[2]), newest: asNumber(reply[3]) } : { status };
  }

  /**
   * Which of the requests that are parked on queues of a slot nothing will wake: the queue has another request's mark or
   * none, because a wake was lost, a request that its gateway had given up came late, or the queue is gone; also streams
   * that have not got what was appended. At most {@link MOST_CHECKED} a call; changes nothing.
   */
  async findUnheld<T extends CheckedRequest>(slot: Slot, requests: readonly T[]): Promise<FindUnheldResult<T>> {
    const args = requests.flatMap(({ queueId, nonce, got }) => [queueId, nonce, got ?? '']);
    const reply = asList(await this.link.run(scripts.unheld, this.keys.of(slot).fixed, args));
    const status = statusOf(reply, ['done', 'not-ready', 'run-id'] as const);
    if (status !== 'done') return { status };
    const numbers = new Set(asList(reply[1]).map(asNumber));
    return { status, unheld: requests.filter((_, index) => numbers.has(index + 1)) };
  }

  /** The client of a parked request went away. Does nothing if another request holds the queue now. */
  async unpark(request: { slot: Slot; queueId: string; nonce: string }): Promise<void> {
    await this.link.run(scripts.unpark, this.keys.of(request.slot).fixed, [request.queueId, request.nonce]);
  }

  /** DELETE /events. `parked` must be finished with no events. The collector removes what the queue held. */
  async deleteQueue(slot: Slot, queueId: string, userId: number): Promise<DeleteQueueResult> {
    const reply = asList(await this.link.run(scripts.delete, this.keys.of(slot).fixed, [queueId, userId]));
    const status = statusOf(reply, ['deleted', 'bad-queue', 'not-ready', 'run-id'] as const);
    return status === 'deleted' ? { status, parked: parkedOf(reply[1]) } : { status };
  }
}

function pollResultOf(reply: readonly unknown[]): PollResult {
  const status = statusOf(reply, ['answer', 'parked', 'bad-queue', 'pruned', 'unknown-event'] as const);
  if (status === 'answer') return { status, events: eventsOf(reply[2]), superseded: parkedOf(reply[1]) };
  if (status === 'parked') return { status, superseded: parkedOf(reply[1]) };
  return { status };
}

function heartbeatResultOf(reply: readonly unknown[]): HeartbeatResult {
  const status = statusOf(reply, ['answer', 'superseded', 'bad-queue'] as const);
  return status === 'answer' ? { status, events: eventsOf(reply[2]) } : { status };
}
