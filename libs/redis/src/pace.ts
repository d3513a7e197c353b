import type { Logger } from '@stoa/observability';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { consumed } from './consumed';
import { paceWaitMs } from './pace-wait';
import type { RedisConnection } from './redis-connection';
import { SparedRedis } from './spared-redis';

const WINDOW_SECONDS = 60;

export interface PaceOptions {
  /** Part of the keys in Redis. */
  name: string;
  /** For each key, of all replicas together. */
  perMinute: number;
}

/**
 * Spreads over time what goes to one place. What is too early waits and asks again, each by itself, so nobody keeps a
 * list. Without Redis every replica counts for itself.
 */
export class Pace {
  private readonly shared: RateLimiterRedis;
  private readonly own: RateLimiterMemory;
  private readonly spared: SparedRedis;
  private readonly perMinute: number;

  constructor(redis: RedisConnection, log: Logger, { name, perMinute }: PaceOptions) {
    const window = { keyPrefix: `pace:${name}`, points: perMinute, duration: WINDOW_SECONDS };
    this.perMinute = perMinute;
    this.shared = new RateLimiterRedis({ ...window, storeClient: redis });
    this.own = new RateLimiterMemory(window);
    this.spared = new SparedRedis(redis, log, 'a pace is kept by this replica alone');
  }

  /** @returns milliseconds that one more for `key` has to wait, and then asks again; 0: it may go now */
  async waitMs(key: string): Promise<number> {
    const counted = (await this.spared.ask(() => consumed(this.shared, key, 1))) ?? (await consumed(this.own, key, 1));
    if (!counted.isRefused) return 0;
    const { consumedPoints: asked, msBeforeNext } = counted.result;
    return paceWaitMs({
      asked,
      perWindow: this.perMinute,
      untilNextMs: msBeforeNext,
      windowMs: WINDOW_SECONDS * 1_000,
    });
  }
}
