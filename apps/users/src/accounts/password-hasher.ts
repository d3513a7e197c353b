import { hash, verify } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { UsersEnvironment } from '../users-environment';

/**
 * Argon2id (the library's default) with 19 MiB, two passes and one lane: the first of the equivalent settings that OWASP's password storage sheet
 * recommends (docs/decisions/password-hashing.md has the measurements). A hash carries its parameters, so they can be raised later.
 */
export const ARGON2_OPTIONS = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} as const;

/**
 * Hashes passwords off the event loop, a few at a time: each takes a thread of the process' small pool and memory, and
 * file and compression work needs those threads too.
 */
@Injectable()
export class PasswordHasher {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly concurrent: number;

  constructor(environment: UsersEnvironment) {
    this.concurrent = environment.STOA_PASSWORD_CONCURRENCY;
  }

  /** @returns a hash in PHC form */
  hash(password: string): Promise<string> {
    return this.run(() => hash(password, ARGON2_OPTIONS));
  }

  verify(passwordHash: string, password: string): Promise<boolean> {
    return this.run(() => verify(passwordHash, password));
  }

  /** Takes as long as a verification: unknown addresses must not answer faster than known ones. */
  async verifyNothing(password: string): Promise<void> {
    await this.hash(password);
  }

  private async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.concurrent) await new Promise<void>((admit) => this.waiting.push(admit));
    else this.running++;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
