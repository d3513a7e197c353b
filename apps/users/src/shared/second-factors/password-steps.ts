import { Injectable } from '@nestjs/common';
import { DomainError } from '@stoa/errors';
import { isPasswordEnough, stepAfterPassword } from '@stoa/policy';
import { FactorsRepository } from './factors.repository';
import { SignInSteps } from './sign-in-steps';

const MINUTES = 10;

/** An account whose password was right. */
export interface CheckedAccount {
  realmId: number;
  account: { id: number; passwordHash: string | null };
}

/** What follows a right password (identity.md 9). */
@Injectable()
export class PasswordSteps {
  constructor(
    private readonly factors: FactorsRepository,
    private readonly steps: SignInSteps,
  ) {}

  /** @throws DomainError SECOND_FACTOR_REQUIRED (401), with what the browser goes on with, if the password is not enough */
  async require({ realmId, account }: CheckedAccount): Promise<void> {
    const step = stepAfterPassword(await this.factors.facts(account.id));
    if (step === 'none') return;
    const { id: userId, passwordHash } = account;
    const kind = 'second_factor';
    const factor_token = await this.steps.begin({
      ...{ realmId, userId, kind, passwordHash },
      challenge: null,
      minutes: MINUTES,
    });
    const data = { factor_token, step };
    throw new DomainError('SECOND_FACTOR_REQUIRED', 'A second factor is needed to sign in.', { status: 401, data });
  }

  /**
   * For clients that can ask for nothing more.
   * @throws DomainError PASSWORD_AUTH_DISABLED (401): they offer the other ways to sign in then
   */
  async requirePasswordEnough({ account }: CheckedAccount): Promise<void> {
    if (isPasswordEnough(await this.factors.facts(account.id))) return;
    const text = 'Password authentication is disabled in this organization';
    throw new DomainError('PASSWORD_AUTH_DISABLED', text, { status: 401 });
  }
}
