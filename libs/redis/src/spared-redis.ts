import type { Logger } from '@stoa/observability';
import type { RedisConnection } from './redis-connection';

/** How long Redis is left alone after it failed, in milliseconds. */
const REST_AFTER_FAILURE_MS = 1_000;

/** Redis for what can do without it: after a failure it is spared for a while, so that not every request waits for it. */
export class SparedRedis {
  private restsUntil = 0;

  /** @param consequence is logged when Redis fails: how it goes on without */
  constructor(
    private readonly redis: RedisConnection,
    private readonly log: Logger,
    private readonly consequence: string,
  ) {}

  /** @returns undefined when Redis cannot be used now; what `ask` gives otherwise is never undefined */
  async ask<T>(ask: (redis: RedisConnection) => Promise<T>): Promise<T | undefined> {
    if (this.redis.status !== 'ready' || performance.now() < this.restsUntil) return undefined;
    try {
      return await ask(this.redis);
    } catch (error) {
      this.restsUntil = performance.now() + REST_AFTER_FAILURE_MS;
      this.log.warn({ err: error }, this.consequence);
      return undefined;
    }
  }
}
