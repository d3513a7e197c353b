import { RequestFailed, RequestRefused } from './failures';

/** Time as this code sees it; tests have their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** @throws the signal's reason when it is aborted */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const giveUp = (): void => {
        clearTimeout(timer);
        reject(signal?.reason instanceof Error ? signal.reason : new DOMException('aborted', 'AbortError'));
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      }, ms);
      signal?.addEventListener('abort', giveUp, { once: true });
    }),
};

/** A number from 0 to below 1. */
export type Random = () => number;

const LEAST_MS = 100;
const MOST_MS = 10_000;
/** A wait that the service asked for is stretched by up to this much, so that not everybody comes back at once. */
const STRETCH = 0.5;

/** Waits between attempts: any time up to a bound that doubles (web.md 2.3). */
export class Backoff {
  private bound: number;

  constructor(
    private readonly random: Random,
    private readonly most = MOST_MS,
    private readonly least = LEAST_MS,
  ) {
    this.bound = least;
  }

  /** @param retryAfterMs that the service asked for */
  next(retryAfterMs = 0): number {
    const own = this.random() * this.bound;
    this.bound = Math.min(this.bound * 2, this.most);
    return Math.max(own, retryAfterMs * (1 + STRETCH * this.random()));
  }

  reset(): void {
    this.bound = this.least;
  }
}

/** Whether the same request may succeed later: no answer, an answer that says nothing, or too many requests. */
export function isPassing(error: unknown): error is RequestFailed | RequestRefused {
  return error instanceof RequestFailed || (error instanceof RequestRefused && error.status === 429);
}

export interface RetryOptions {
  signal?: AbortSignal;
  clock?: Clock;
  random?: Random;
}

/**
 * Repeats a read until it succeeds or is not wanted any more (web.md 2.20).
 * @throws RequestRefused when the service says no; the signal's reason when it is aborted
 */
export async function retried<T>(
  read: () => Promise<T>,
  { signal, clock = systemClock, random = Math.random }: RetryOptions = {},
): Promise<T> {
  const backoff = new Backoff(random);
  for (;;) {
    signal?.throwIfAborted();
    try {
      return await read();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await clock.sleep(backoff.next(error.retryAfterMs), signal);
    }
  }
}
