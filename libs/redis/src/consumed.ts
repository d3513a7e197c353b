import { type RateLimiterMemory, type RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** One window of a limit, after a call. */
export interface Counted {
  isRefused: boolean;
  result: RateLimiterRes;
}

/** The library rejects with the result itself when the limit is passed, with an Error when its store failed. */
export async function consumed(
  limiter: RateLimiterRedis | RateLimiterMemory,
  key: string,
  cost: number,
): Promise<Counted> {
  try {
    return { isRefused: false, result: await limiter.consume(key, cost) };
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return { isRefused: true, result: refusal };
    throw refusal;
  }
}
