import { hash, verify } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { Admission, meterAdmission, tooMuchLoad } from '@stoa/lifecycle';
import { Metrics } from '@stoa/observability';
import { UsersEnvironment } from '../../users-environment';

/**
 * Argon2id (the library's default) with 19 MiB, two passes and one lane: the first of the equivalent settings that OWASP's password storage sheet
 * recommends. A hash carries its parameters, so they can be raised later.
 */
const ARGON2_OPTIONS = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} as const;

/** Wait for a turn while the queue does not drain, in milliseconds. */
const OVERLOADED_WAIT_MS = 200;
/** One organization gets at most this share of the turns. */
const TENANT_SHARE = 0.75;

/**
 * Hashes passwords off the event loop, a few at a time: each takes a thread of the process's small pool and memory, and
 * file and compression work needs those threads too. Few may wait, shared fairly between organizations: somebody who
 * guesses passwords keeps nobody else from logging in.
 * @throws DomainError 429 or UnavailableError when there was no turn in time
 */
@Injectable()
export class PasswordHasher {
  private readonly admission: Admission;

  constructor(environment: UsersEnvironment, metrics: Metrics) {
    const concurrent = environment.STOA_PASSWORD_CONCURRENCY;
    const longestWaitMs = environment.STOA_PASSWORD_WAIT_MS;
    this.admission = new Admission({
      concurrent,
      mostPerTenant: Math.ceil(concurrent * TENANT_SHARE),
      longestWaitMs,
      overloadedWaitMs: Math.min(OVERLOADED_WAIT_MS, longestWaitMs),
      refuse: tooMuchLoad,
    });
    meterAdmission(metrics, 'passwords', this.admission);
  }

  /** @returns a hash in PHC form */
  hash(realmId: number, password: string): Promise<string> {
    return this.admission.run(() => hash(password, ARGON2_OPTIONS), { tenant: realmId });
  }

  verify(realmId: number, passwordHash: string, password: string): Promise<boolean> {
    return this.admission.run(() => verify(passwordHash, password), { tenant: realmId });
  }

  /** Takes as long as a verification: unknown addresses must not answer faster than known ones. */
  async verifyNothing(realmId: number, password: string): Promise<void> {
    await this.hash(realmId, password);
  }
}
