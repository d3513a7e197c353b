import { PollScript } from './poll-script';
import { eventsOf, parkedOf } from './queued';
import type { RedisLink } from './redis-link';
import { asList, asNumber, statusOf } from './reply';
import { scripts } from './scripts';
import type { Slot } from './slot';
import type { KeySpace } from './slot-keys';
import type {
  CheckedRequest,
  DeleteQueueResult,
  FindUnheldResult,
  FollowResult,
  HeartbeatResult,
  PollRequest,
  PollResult,
} from './types';

/** Requests that {@link QueueReader.findUnheld} may be asked about at once. */
export const MOST_CHECKED = 500;

/** What the holder of client connections does with queues (realtime.md 3). Every call is one script. */
export class QueueReader {
  private readonly polls: PollScript;

  constructor(
    private readonly link: RedisLink,
    private readonly keys: KeySpace,
    private readonly parkMs: number,
  ) {
    this.polls = new PollScript(link, keys, parkMs);
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
   * wake was lost, if there are any, else with a heartbeat event of its own id.
   */
  async heartbeat(request: { slot: Slot; queueId: string; nonce: string }): Promise<HeartbeatResult> {
    const keys = this.keys.of(request.slot);
    const reply = asList(
      await this.link.run(
        scripts.heartbeat,
        [...keys.fixed, keys.list(request.queueId)],
        [request.queueId, request.nonce],
      ),
    );
    const status = statusOf(reply, ['answer', 'superseded', 'bad-queue', 'not-ready', 'run-id'] as const);
    return status === 'answer' ? { status, events: eventsOf(reply[2]) } : { status };
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
