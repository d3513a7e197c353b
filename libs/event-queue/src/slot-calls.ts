import type { RedisLink } from './redis-link';
import { asList, statusOf } from './reply';
import type { Script } from './scripts';
import { type Slot, slotName } from './slot';
import type { KeySpace } from './slot-keys';
import type { SlotRefusal } from './types';

/** Requests of one call: about a millisecond of Redis' time. */
const MOST_REQUESTS = 64;

/** What a request to a queue says besides its own values. */
interface SlotRequest {
  readonly slot: Slot;
  readonly queueId: string;
}

/** The whole slot cannot be read. */
interface Refused {
  readonly status: Extract<SlotRefusal, 'not-ready' | 'run-id'>;
}

/** A script that answers many requests in one call (scripts/together.lua). */
interface SharedScript<Request extends SlotRequest, Result> {
  readonly script: Script;
  /** Values of the call, before those of its requests. */
  readonly args?: readonly (string | number)[];
  readonly valuesOf: (request: Request) => (string | number)[];
  readonly resultOf: (reply: readonly unknown[]) => Result;
}

interface Asked<Request, Result> {
  readonly request: Request;
  readonly resolve: (result: Result | Refused) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Calls of a script for the queues of a slot. What is asked of them in one turn of the event loop is one call: most of what a
 * poll costs Redis, and its client, is the call.
 */
export class SlotCalls<Request extends SlotRequest, Result> {
  /** By slot; entries stay, as a Map that things come and go in keeps them (@stoa/transients). */
  private readonly waiting = new Map<string, Asked<Request, Result>[]>();

  constructor(
    private readonly link: RedisLink,
    private readonly keys: KeySpace,
    private readonly shared: SharedScript<Request, Result>,
  ) {}

  /** @throws UnavailableError without Redis: the request may have been done */
  ask(request: Request): Promise<Result | Refused> {
    return new Promise((resolve, reject) => this.add(request.slot, [{ request, resolve, reject }]));
  }

  private add(slot: Slot, asked: readonly Asked<Request, Result>[]): void {
    const name = slotName(slot);
    const waiting = this.waiting.get(name);
    if (waiting && waiting.length > 0) {
      waiting.push(...asked);
      return;
    }
    this.waiting.set(name, [...asked]);
    process.nextTick(() => this.callAll(slot, name));
  }

  private callAll(slot: Slot, name: string): void {
    const all = this.waiting.get(name) ?? [];
    this.waiting.set(name, []);
    for (let first = 0; first < all.length; first += MOST_REQUESTS) {
      const asked = all.slice(first, first + MOST_REQUESTS);
      this.call(slot, asked).catch((error: unknown) => asked.forEach(({ reject }) => reject(error)));
    }
  }

  private async call(slot: Slot, asked: readonly Asked<Request, Result>[]): Promise<void> {
    const { script, args = [], valuesOf, resultOf } = this.shared;
    const keys = this.keys.of(slot);
    const lists = asked.map(({ request }) => keys.list(request.queueId));
    const values = asked.flatMap(({ request }) => valuesOf(request));
    const reply = asList(await this.link.run(script, [...keys.fixed, ...lists], [...args, ...values]));
    const status = statusOf(reply, ['done', 'not-ready', 'run-id'] as const);
    if (status !== 'done') return asked.forEach(({ resolve }) => resolve({ status }));
    const replies = asList(reply[1]);
    const left: Asked<Request, Result>[] = [];
    asked.forEach((one, index) => {
      try {
        const own = asList(replies[index]);
        if (own[0] === 'left') left.push(one);
        else one.resolve(resultOf(own));
      } catch (error) {
        // An event that cannot be read is no concern of the others.
        one.reject(error);
      }
    });
    if (left.length > 0) this.add(slot, left);
  }
}
