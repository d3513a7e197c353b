import { ConfigurationError } from '@stoa/config';
import type { Logger } from '@stoa/observability';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import { BlockedKeys } from './blocked-keys';
import { type Counted, consumed } from './consumed';
import type { RateLimitRule, RateLimitWindow } from './rate-limit-rules';
import type { RedisConnection } from './redis-connection';
import { SparedRedis } from './spared-redis';

/** What a call left of a limit; the headers X-RateLimit-* say it (organization.md 15). */
export interface RateLimitState {
  isAllowed: boolean;
  /** Calls of the longest window. */
  limit: number;
  /** Of the longest window; 0 when the call was refused. */
  remaining: number;
  /** UNIX seconds: when the longest window ends, or the one that refused the call. */
  resetAt: number;
  /** Seconds until the next call may succeed; 0 when this one did. */
  retryAfterSeconds: number;
}

interface WindowLimiter {
  window: RateLimitWindow;
  shared: RateLimiterRedis;
  own: RateLimiterMemory;
}

/**
 * Counts calls in Redis, for all replicas together, in fixed windows that begin with a key's first call. All windows of
 * a rule are counted in one round trip. A key that has used up a window is refused without asking Redis, and not counted
 * further, until that window ends.
 *
 * Without Redis every replica counts for itself with the same limits: what a client may do then grows with the number
 * of replicas, which is better than refusing everybody, and better than no limit.
 */
export class RateLimiter {
  private readonly limiters = new Map<string, WindowLimiter[]>();
  private readonly blocked = new BlockedKeys();
  private readonly spared: SparedRedis;

  constructor(
    private readonly redis: RedisConnection,
    log: Logger,
  ) {
    this.spared = new SparedRedis(redis, log, 'rate limits are counted by this replica alone');
  }

  /**
   * Counts a call of `key` against every window of the rule.
   * @param cost that of so many calls
   */
  async consume(rule: RateLimitRule, key: string, cost = 1): Promise<RateLimitState> {
    const windows = this.windowsOf(rule);
    const blockKey = `${rule.name}:${key}`;
    const blockedMs = this.blocked.remainingMs(blockKey);
    if (blockedMs > 0) return state(windows, undefined, blockedMs);
    const counted = await this.count(windows, key, cost);
    const usedUp = counted.filter(({ result }) => result.remainingPoints === 0);
    if (usedUp.length > 0 && !rule.isClearable) this.blocked.block(blockKey, longestWait(usedUp));
    return state(windows, counted.at(-1)?.result, longestWait(counted.filter(({ isRefused }) => isRefused)));
  }

  async clear(rule: RateLimitRule, key: string): Promise<void> {
    const windows = this.windowsOf(rule);
    await Promise.all(windows.map(({ own }) => own.delete(key)));
    await this.spared.ask(() => Promise.all(windows.map(({ shared }) => shared.delete(key))));
  }

  /** Lets go of the connection. */
  close(): void {
    this.redis.disconnect();
  }

  private async count(windows: readonly WindowLimiter[], key: string, cost: number): Promise<Counted[]> {
    const counted = await this.spared.ask(() => Promise.all(windows.map(({ shared }) => consumed(shared, key, cost))));
    return counted ?? Promise.all(windows.map(({ own }) => consumed(own, key, cost)));
  }

  private windowsOf(rule: RateLimitRule): WindowLimiter[] {
    const known = this.limiters.get(rule.name);
    if (known) return known;
    const limiters = rule.windows.map((window) => {
      const { points, seconds: duration } = window;
      const keyPrefix = `limit:${rule.name}:${duration}`;
      return {
        window,
        shared: new RateLimiterRedis({ storeClient: this.redis, keyPrefix, points, duration }),
        own: new RateLimiterMemory({ keyPrefix, points, duration }),
      };
    });
    this.limiters.set(rule.name, limiters);
    return limiters;
  }
}

function longestWait(counted: readonly Counted[]): number {
  return Math.max(0, ...counted.map(({ result }) => result.msBeforeNext));
}

function state(
  windows: readonly WindowLimiter[],
  longest: RateLimiterRes | undefined,
  retryAfterMs: number,
): RateLimitState {
  const isAllowed = retryAfterMs === 0;
  const untilResetMs = isAllowed ? (longest?.msBeforeNext ?? 0) : retryAfterMs;
  return {
    isAllowed,
    limit: windows.at(-1)?.window.points ?? 0,
    remaining: isAllowed ? (longest?.remainingPoints ?? 0) : 0,
    resetAt: Math.ceil((Date.now() + untilResetMs) / 1000),
    retryAfterSeconds: Math.round(retryAfterMs) / 1000,
  };
}

/**
 * Limits may be switched off for benchmarks and checks, never in production.
 * @throws ConfigurationError
 */
export function assertRateLimitsMayBe(isOn: boolean, mode: string): void {
  if (!isOn && mode === 'production') {
    throw new ConfigurationError('STOA_RATE_LIMITS: cannot be off while STOA_MODE is production');
  }
}
