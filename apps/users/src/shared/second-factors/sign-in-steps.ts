import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { badRequest } from '@stoa/errors';
import { generateSessionToken } from '@stoa/policy';
import { UsersEnvironment } from '../../users-environment';
import { type NewStep, type StepKind, type StepRow, SignInStepsRepository } from './sign-in-steps.repository';

/** Sign-ins that wait for another proof: the browser has a token, the row what it stands for. Each works once. */
@Injectable()
export class SignInSteps {
  constructor(
    private readonly repository: SignInStepsRepository,
    private readonly environment: UsersEnvironment,
  ) {}

  /** @returns the token that the browser brings back */
  async begin(step: Omit<NewStep, 'tokenHash'>): Promise<string> {
    const token = generateSessionToken();
    await this.repository.insert({ ...step, tokenHash: this.hash(token) });
    return token;
  }

  /** It still works afterwards. @throws DomainError if it is none, or has expired */
  async look(token: string, realmId: number, kind: StepKind): Promise<StepRow> {
    return known(await this.repository.find(this.hash(token), realmId, kind));
  }

  /** @throws DomainError if it is none, has expired, or was used */
  async take(token: string, realmId: number, kind: StepKind): Promise<StepRow> {
    return known(await this.repository.take(this.hash(token), realmId, kind));
  }

  private hash(token: string): Buffer {
    return createHmac('sha256', this.environment.STOA_API_KEY_SECRET).update('sign-in-step\n').update(token).digest();
  }
}

function known(row: StepRow | undefined): StepRow {
  if (!row) throw badRequest('This took too long. Sign in again.');
  return row;
}
