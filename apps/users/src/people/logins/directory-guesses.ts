import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import { redisAddress } from '@stoa/config';
import { DomainError } from '@stoa/errors';
import { LOGGER, type Logger } from '@stoa/observability';
import { RATE_LIMIT_RULES, RateLimiter, createRedisConnection } from '@stoa/redis';
import { UsersEnvironment } from '../../users-environment';

/** Whose password somebody guesses. */
export interface DirectoryGuess {
  realmId: number;
  /** As it was typed. */
  username: string;
  /** By what the directory knows the person; undefined: it knows nobody of that name. */
  personId: string | undefined;
}

/** Who types a password has time, and each replica that counts for itself gives five more guesses. */
const PATIENCE_MS = 2_000;

/**
 * Counts guesses at passwords of a directory, which finds the same person by several names: gateways count what is typed,
 * and each name would have its own tries (identity.md 1.8).
 */
@Injectable()
export class DirectoryGuesses implements OnApplicationShutdown {
  private readonly limiter: RateLimiter;
  private readonly isOn: boolean;

  constructor(environment: UsersEnvironment, @Inject(LOGGER) log: Logger) {
    const options = { name: 'users-limits', commandTimeoutMs: PATIENCE_MS };
    this.limiter = new RateLimiter(createRedisConnection(redisAddress(environment), log, options), log);
    this.isOn = environment.STOA_RATE_LIMITS;
  }

  onApplicationShutdown(): void {
    this.limiter.close();
  }

  /** Before the password is tried; {@link clear} after the right one. @throws DomainError RATE_LIMIT_HIT (429) */
  async count(guess: DirectoryGuess): Promise<void> {
    if (!this.isOn) return;
    const counted = await Promise.all(
      keysOf(guess).map((key) => this.limiter.consume(RATE_LIMIT_RULES.authenticateByPerson, key)),
    );
    const waitSeconds = Math.max(...counted.map(({ retryAfterSeconds }) => retryAfterSeconds));
    if (waitSeconds === 0) return;
    throw new DomainError('RATE_LIMIT_HIT', 'API usage exceeded rate limit', {
      status: 429,
      data: { 'retry-after': waitSeconds },
    });
  }

  async clear(guess: DirectoryGuess): Promise<void> {
    if (!this.isOn) return;
    await Promise.all(keysOf(guess).map((key) => this.limiter.clear(RATE_LIMIT_RULES.authenticateByPerson, key)));
  }
}

/**
 * The person's, and one of what stands before the `@` that counts for people who do not exist as well: else the sixth try
 * would tell whether a name and an address belong together.
 */
function keysOf({ realmId, username, personId }: DirectoryGuess): string[] {
  const [local = ''] = username.trim().toLowerCase().split('@');
  const keys = [`${realmId}:name:${local}`];
  return personId === undefined ? keys : [...keys, `${realmId}:person:${personId}`];
}
