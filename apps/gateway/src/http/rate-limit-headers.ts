import type { RateLimitState } from '@stoa/redis';

/** What an answer that counted says of the limit (organization.md 15). */
export function rateLimitHeaders({ limit, remaining, resetAt }: RateLimitState): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetAt),
  };
}
