import { Backoff, type Clock, type Random, isPassing } from '../api/backoff';
import { RequestRefused } from '../api/failures';
import type { PolledEvent } from '../store/apply';
import type { Store } from '../store/store';
import type { TakeEvents } from './read-stream';
import { type ConnectionStatus, failingSince } from './status';
import type { QueuePosition, Transport } from './transport';
import type { Wakes } from './wakes';

export interface LoopOptions {
  transport: Pick<Transport, 'poll' | 'follow'>;
  clock: Clock;
  random: Random;
  status: Store<ConnectionStatus>;
  wakes: Wakes;
  /**
   * Milliseconds after which an open poll is asked again (`event_queue_longpoll_timeout_seconds`), and a stream from which
   * nothing was heard.
   */
  longPollMs(): number;
  /** Applies the events of one answer; they are acknowledged when it is done. Whatever it throws loses the queue. */
  deliver(events: readonly PolledEvent[], position: QueuePosition): Promise<void> | void;
  /** Registers again. */
  resume(): Promise<QueuePosition>;
  log(error: unknown): void;
  signal: AbortSignal;
}

/** Why the loop ended by itself. */
export type LoopEnd = 'signed-out' | 'aborted';

/** A failure that is no failure: the poll is asked again. */
class Again extends Error {
  /** @param isMute nothing came from a stream */
  constructor(
    readonly isDoubted: boolean,
    readonly isMute = false,
  ) {
    super('the poll is repeated');
  }
}

interface Watch {
  readonly signal: AbortSignal;
  /** Something was heard: the time begins again. */
  extend(ms: number, late: Again): void;
  /** Waits for the request, and says why it was ended. */
  guard<T>(request: Promise<T>): Promise<T>;
}

/** Bound of the wait before registering again because of an event or an answer that nobody understands. */
const MOST_CONFUSED_MS = 60_000;

/**
 * The service says something as soon as a stream is open. If nothing comes, the network is gone, or something between
 * collects what it says.
 */
const OPENING_MS = 10_000;
/** Streams that end so soon, so often, without an event are none: something between does not let them live. */
const SHORT_MS = 1000;
const MOST_SHORT = 4;
/** So many silent streams in a row, while a poll between them is answered, are not the network's fault. */
const MOST_MUTE = 2;

/**
 * Reads a queue for as long as the page lives, through every kind of failure (web.md 2.3): from a stream where that works,
 * else by polls.
 */
export class PollLoop {
  private readonly backoff: Backoff;
  private readonly confusion: Backoff;
  private dontBlock = false;
  private position: QueuePosition = { queueId: '', lastEventId: -1 };
  private canStream = true;
  private short = 0;
  private mute = 0;
  /** The last stream said nothing, and whether that was its own fault is about to be found out. */
  private isProbing = false;

  constructor(private readonly options: LoopOptions) {
    this.backoff = new Backoff(options.random);
    this.confusion = new Backoff(options.random, MOST_CONFUSED_MS, MOST_CONFUSED_MS / 8);
  }

  /** @returns when the signal is aborted, or the session has ended */
  async run(from: QueuePosition): Promise<LoopEnd> {
    this.position = from;
    const { signal } = this.options;
    while (!signal.aborted) {
      try {
        await this.once();
      } catch (error) {
        if (signal.aborted) return 'aborted';
        const next = await this.recover(error, this.position);
        if (!next) return signal.aborted ? 'aborted' : 'signed-out';
        this.position = next;
      }
    }
    return 'aborted';
  }

  private async once(): Promise<void> {
    const { transport } = this.options;
    // Whether the connection lives is found out by a poll that is answered at once.
    if (this.canStream && !this.dontBlock && transport.follow) return this.follow(transport.follow);
    const { position, dontBlock } = this;
    const watch = this.watch(this.options.longPollMs(), new Again(dontBlock));
    await this.take(await watch.guard(transport.poll(position, { dontBlock, signal: watch.signal })));
    if (!this.isProbing) return;
    this.isProbing = false;
    this.mute += 1;
    if (this.mute >= MOST_MUTE) this.canStream = false;
  }

  private async take(events: readonly PolledEvent[]): Promise<void> {
    const lastEventId = events.reduce((last, { id }) => Math.max(last, id), this.position.lastEventId);
    const next = { ...this.position, lastEventId };
    await this.options.deliver(events, next);
    this.position = next;
    this.backoff.reset();
    this.dontBlock = false;
    this.options.status.set({ kind: 'live', heardAt: this.options.clock.now() });
  }

  private async follow(follow: NonNullable<Transport['follow']>): Promise<void> {
    const { clock } = this.options;
    const { lastEventId } = this.position;
    const begun = clock.now();
    const watch = this.watch(OPENING_MS, new Again(true, true));
    const take: TakeEvents = async (events) => {
      watch.extend(this.options.longPollMs(), new Again(false));
      this.mute = 0;
      await this.take(events);
    };
    await watch.guard(follow(this.position, { take, signal: watch.signal }));
    const isShort = clock.now() - begun < SHORT_MS && this.position.lastEventId === lastEventId;
    this.short = isShort ? this.short + 1 : 0;
    if (this.short >= MOST_SHORT) this.canStream = false;
  }

  /** What ends a request: the page, a doubt about the connection, or a time after which it fails with `late`. */
  private watch(ms: number, late: Again): Watch {
    const { clock, wakes, signal } = this.options;
    const controller = new AbortController();
    const unlisten = wakes.listen((wake) => {
      if (wake === 'doubt') controller.abort(new Again(true));
    });
    let timer = new AbortController();
    const extend = (nextMs: number, nextLate: Again): void => {
      timer.abort();
      timer = new AbortController();
      clock.sleep(nextMs, AbortSignal.any([signal, timer.signal])).then(
        () => controller.abort(nextLate),
        () => undefined,
      );
    };
    extend(ms, late);
    const guard = async <T>(request: Promise<T>): Promise<T> => {
      try {
        return await request;
      } catch (error) {
        throw controller.signal.aborted ? controller.signal.reason : error;
      } finally {
        unlisten();
        timer.abort();
      }
    };
    return { signal: AbortSignal.any([signal, controller.signal]), extend, guard };
  }

  /** @returns where to go on; undefined when there is no going on */
  private async recover(error: unknown, position: QueuePosition): Promise<QueuePosition | undefined> {
    // A probe that fails or hangs says that it was the network.
    this.isProbing = error instanceof Again && error.isMute;
    if (error instanceof Again) {
      this.dontBlock = error.isDoubted;
      return position;
    }
    if (isPassing(error)) {
      await this.wait(this.backoff.next(error.retryAfterMs));
      this.dontBlock = true;
      return position;
    }
    return this.lose(error);
  }

  private async lose(error: unknown): Promise<QueuePosition | undefined> {
    const { status, clock, log, signal } = this.options;
    try {
      if (error instanceof RequestRefused && error.isSignedOut) throw error;
      status.set({ kind: 'resuming', since: failingSince(status.get(), clock.now()) });
      if (!(error instanceof RequestRefused && error.code === 'BAD_EVENT_QUEUE_ID')) {
        log(error);
        await clock.sleep(this.confusion.next(), signal);
      }
      this.dontBlock = false;
      return await this.options.resume();
    } catch (again) {
      if (signal.aborted) return undefined;
      if (!(again instanceof RequestRefused && again.isSignedOut)) return this.lose(again);
      status.set({ kind: 'signed-out', code: again.code });
      return undefined;
    }
  }

  /** A wake-up cuts the wait. */
  private async wait(ms: number): Promise<void> {
    const { status, clock, wakes, signal } = this.options;
    const now = clock.now();
    status.set({ kind: 'reconnecting', since: failingSince(status.get(), now), retryAt: now + ms });
    const cut = new AbortController();
    const unlisten = wakes.listen(() => cut.abort());
    try {
      await clock.sleep(ms, AbortSignal.any([signal, cut.signal]));
    } catch (error) {
      if (!cut.signal.aborted || signal.aborted) throw error;
    } finally {
      unlisten();
    }
  }
}
