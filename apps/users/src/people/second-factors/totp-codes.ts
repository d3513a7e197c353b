import { Injectable } from '@nestjs/common';
import { DomainError } from '@stoa/errors';
import { hashRecoveryCode, openSealedText, totpStep } from '@stoa/policy';
import { FactorsRepository } from '../../shared/second-factors/factors.repository';
import { UsersEnvironment } from '../../users-environment';

/** Within a quarter of an hour: a million codes of six digits would take centuries. */
const MOST_ATTEMPTS = 5;
const SIX_DIGITS = /^\d{6}$/;

/** Checks what somebody types as a second factor. Each attempt counts before it is looked at, and each code works once. */
@Injectable()
export class TotpCodes {
  constructor(
    private readonly repository: FactorsRepository,
    private readonly environment: UsersEnvironment,
  ) {}

  /**
   * Uses a code of the app, or a recovery code.
   * @returns false for one that is wrong or was used before
   * @throws DomainError RATE_LIMIT_HIT (429)
   */
  async use(userId: number, code: string): Promise<boolean> {
    await this.count(userId);
    const digits = code.replace(/\s/g, '');
    if (!SIX_DIGITS.test(digits)) {
      const hash = hashRecoveryCode(this.environment.STOA_API_KEY_SECRET, userId, code);
      return this.repository.useRecoveryCode(userId, hash);
    }
    const factor = await this.repository.totp(userId);
    const step = factor?.isConfirmed ? this.stepOf(factor.sealedSecret, digits) : undefined;
    return step !== undefined && this.repository.useStep(userId, step);
  }

  /**
   * The first code of an app that is being set up.
   * @returns its step; undefined for a wrong one, null where no app is being set up
   * @throws DomainError RATE_LIMIT_HIT (429)
   */
  async first(userId: number, code: string): Promise<number | undefined | null> {
    await this.count(userId);
    const factor = await this.repository.totp(userId);
    if (!factor || factor.isConfirmed) return null;
    return this.stepOf(factor.sealedSecret, code.replace(/\s/g, ''));
  }

  private stepOf(sealedSecret: Uint8Array, digits: string): number | undefined {
    const secret = openSealedText(this.environment.STOA_API_KEY_SECRET, 'stoa/totp-secret', sealedSecret);
    return totpStep(secret, digits, Date.now());
  }

  private async count(userId: number): Promise<void> {
    const { attempts, secondsLeft } = await this.repository.countAttempt(userId);
    if (attempts <= MOST_ATTEMPTS) return;
    const data = { 'retry-after': Math.max(1, secondsLeft) };
    throw new DomainError('RATE_LIMIT_HIT', 'API usage exceeded rate limit', { status: 429, data });
  }
}
