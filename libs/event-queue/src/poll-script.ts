import { eventsOf, parkedOf } from './queued';
import type { RedisLink } from './redis-link';
import { asList, statusOf } from './reply';
import { scripts } from './scripts';
import { type Slot, slotName } from './slot';
import type { KeySpace } from './slot-keys';
import type { PollRequest, PollResult } from './types';

/** Requests of one call: about a millisecond of Redis' time. */
const MOST_REQUESTS = 64;

interface Asked {
  readonly request: PollRequest;
  readonly resolve: (result: PollResult) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Asks queues for their events. What is asked of the queues of a slot in one turn of the event loop is asked by one call of the
 * script: most of what a poll costs Redis, and its client, is the call.
 */
export class PollScript {
  private readonly waiting = new Map<string, Asked[]>();

  constructor(
    private readonly link: RedisLink,
    private readonly keys: KeySpace,
    private readonly parkMs: number,
  ) {}

  /** @throws UnavailableError without Redis: the request may have been parked */
  ask(request: PollRequest): Promise<PollResult> {
    return new Promise((resolve, reject) => this.add(request.slot, [{ request, resolve, reject }]));
  }

  private add(slot: Slot, asked: readonly Asked[]): void {
    const name = slotName(slot);
    const waiting = this.waiting.get(name);
    if (waiting) {
      waiting.push(...asked);
      return;
    }
    this.waiting.set(name, [...asked]);
    process.nextTick(() => this.callAll(slot, name));
  }

  private callAll(slot: Slot, name: string): void {
    const all = this.waiting.get(name) ?? [];
    this.waiting.delete(name);
    for (let first = 0; first < all.length; first += MOST_REQUESTS) {
      const asked = all.slice(first, first + MOST_REQUESTS);
      this.call(slot, asked).catch((error: unknown) => asked.forEach(({ reject }) => reject(error)));
    }
  }

  private async call(slot: Slot, asked: readonly Asked[]): Promise<void> {
    const keys = this.keys.of(slot);
    const lists = asked.map(({ request }) => keys.list(request.queueId));
    const args = asked.flatMap(({ request }) => valuesOf(request));
    const reply = asList(await this.link.run(scripts.poll, [...keys.fixed, ...lists], [this.parkMs, ...args]));
    const status = statusOf(reply, ['done', 'not-ready', 'run-id'] as const);
    if (status !== 'done') return asked.forEach(({ resolve }) => resolve({ status }));
    const replies = asList(reply[1]);
    const left: Asked[] = [];
    asked.forEach((one, index) => {
      try {
        const result = resultOf(replies[index]);
        if (result) one.resolve(result);
        else left.push(one);
      } catch (error) {
        // An event that cannot be read is no concern of the others.
        one.reject(error);
      }
    });
    if (left.length > 0) this.add(slot, left);
  }
}

/** In the order of scripts/poll.lua. */
function valuesOf({ queueId, userId, lastEventId, dontBlock, gatewayId, nonce }: PollRequest): (string | number)[] {
  return [queueId, userId, lastEventId, dontBlock ? 1 : 0, gatewayId, nonce];
}

/** Undefined if the answers before it were as much as one reply may hold. */
function resultOf(value: unknown): PollResult | undefined {
  const reply = asList(value);
  const known = ['answer', 'parked', 'bad-queue', 'pruned', 'unknown-event', 'left'] as const;
  const status = statusOf(reply, known);
  if (status === 'left') return undefined;
  if (status === 'answer') return { status, events: eventsOf(reply[2]), superseded: parkedOf(reply[1]) };
  if (status === 'parked') return { status, superseded: parkedOf(reply[1]) };
  return { status };
}
