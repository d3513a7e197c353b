import { Injectable } from '@nestjs/common';
import { protocolErrors } from '@stoa/http-params';
import { rateLimitAddress } from '@stoa/redis';
import { RateLimits } from '../../access/rate-limits/rate-limits';

const MOST_KEPT = 10_000;

/**
 * Log-outs that strangers make up count like guesses of keys. Those of providers do not, however many people sign out there:
 * so nothing is counted before it is known, and who has used up his guesses is refused before anybody looks.
 */
@Injectable()
export class LogOutGuesses {
  /** Milliseconds since 1970, by address. To forget one costs a look at another log-out. */
  private readonly refusedUntil = new Map<string, number>();

  constructor(private readonly limits: RateLimits) {}

  /** @throws DomainError RATE_LIMIT_HIT (429) */
  assertMayGuess(address: string): void {
    const key = rateLimitAddress(address);
    const waitMs = (this.refusedUntil.get(key) ?? 0) - Date.now();
    if (waitMs > 0) throw protocolErrors.rateLimited(waitMs / 1_000);
    this.refusedUntil.delete(key);
  }

  /** @throws DomainError RATE_LIMIT_HIT (429) */
  async countWrong(address: string): Promise<void> {
    const state = await this.limits.countAddress(address);
    if (!state || state.isAllowed) return;
    if (this.refusedUntil.size >= MOST_KEPT) this.refusedUntil.clear();
    this.refusedUntil.set(rateLimitAddress(address), Date.now() + state.retryAfterSeconds * 1_000);
    throw protocolErrors.rateLimited(state.retryAfterSeconds);
  }
}
