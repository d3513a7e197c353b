import { Backoff, type Clock, type Random, isPassing } from '../api/backoff';
import { RequestRefused } from '../api/failures';
import type { PolledEvent } from '../store/apply';
import type { Store } from '../store/store';
import { type ConnectionStatus, failingSince } from './status';
import type { QueuePosition, Transport } from './transport';
import type { Wakes } from './wakes';

export interface LoopOptions {
  transport: Pick<Transport, 'poll'>;
  clock: Clock;
  random: Random;
  status: Store<ConnectionStatus>;
  wakes: Wakes;
  /** Milliseconds after which an open poll is asked again (`event_queue_longpoll_timeout_seconds`). */
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
  constructor(readonly isDoubted: boolean) {
    super('the poll is repeated');
  }
}

/** Bound of the wait before registering again because of an event or an answer that nobody understands. */
const MOST_CONFUSED_MS = 60_000;

/** Reads a queue for as long as the page lives, through every kind of failure (web.md 2.3). */
export class PollLoop {
  private readonly backoff: Backoff;
  private readonly confusion: Backoff;
  private dontBlock = false;

  constructor(private readonly options: LoopOptions) {
    this.backoff = new Backoff(options.random);
    this.confusion = new Backoff(options.random, MOST_CONFUSED_MS, MOST_CONFUSED_MS / 8);
  }

  /** @returns when the signal is aborted, or the session has ended */
  async run(from: QueuePosition): Promise<LoopEnd> {
    let position = from;
    const { signal } = this.options;
    while (!signal.aborted) {
      try {
        position = await this.once(position);
      } catch (error) {
        if (signal.aborted) return 'aborted';
        const next = await this.recover(error, position);
        if (!next) return signal.aborted ? 'aborted' : 'signed-out';
        position = next;
      }
    }
    return 'aborted';
  }

  private async once(position: QueuePosition): Promise<QueuePosition> {
    const events = await this.poll(position);
    const lastEventId = events.reduce((last, { id }) => Math.max(last, id), position.lastEventId);
    const next = { ...position, lastEventId };
    await this.options.deliver(events, next);
    this.backoff.reset();
    this.dontBlock = false;
    this.options.status.set({ kind: 'live', heardAt: this.options.clock.now() });
    return next;
  }

  private async poll(position: QueuePosition): Promise<readonly PolledEvent[]> {
    const { transport, clock, wakes, signal } = this.options;
    const controller = new AbortController();
    const stop = AbortSignal.any([signal, controller.signal]);
    const unlisten = wakes.listen((wake) => {
      if (wake === 'doubt') controller.abort(new Again(true));
    });
    const timer = new AbortController();
    clock.sleep(this.options.longPollMs(), AbortSignal.any([signal, timer.signal])).then(
      () => controller.abort(new Again(false)),
      () => undefined,
    );
    try {
      return await transport.poll(position, { dontBlock: this.dontBlock, signal: stop });
    } catch (error) {
      throw controller.signal.aborted ? controller.signal.reason : error;
    } finally {
      unlisten();
      timer.abort();
    }
  }

  /** @returns where to go on; undefined when there is no going on */
  private async recover(error: unknown, position: QueuePosition): Promise<QueuePosition | undefined> {
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
