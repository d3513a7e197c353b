export { rateLimitAddress } from './rate-limit-address';
export { RATE_LIMIT_RULES } from './rate-limit-rules';
export type { RateLimitRule, RateLimitWindow } from './rate-limit-rules';
export { RateLimiter, assertRateLimitsMayBe } from './rate-limiter';
export type { RateLimitState } from './rate-limiter';
export { createRedisConnection } from './redis-connection';
export type { RedisConnectionOptions } from './redis-connection';
export type { Redis } from 'ioredis';
