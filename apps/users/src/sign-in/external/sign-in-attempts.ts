import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Value } from '@sinclair/typebox/value';
import { isUniqueViolation } from '@stoa/database';
import { openSealedText, sealText } from '@stoa/policy';
import { UsersEnvironment } from '../../users-environment';
import { ATTEMPT_DATA, AttemptData, STEP_SECONDS, SignInStep } from './attempt-data';
import { AttemptRow, SignInAttemptsRepository } from './sign-in-attempts.repository';

/** Who carries a sign-in on: the random text of the address, and what only the same browser or app has. */
export interface AttemptHolder {
  realmId: number;
  key: string;
  /** SHA-256 of the cookie or pad; undefined finds nothing. */
  holderHash: Buffer | undefined;
}

export interface FoundAttempt<Step extends SignInStep> {
  providerId: number | null;
  data: AttemptData<Step>;
}

/** Keeps what a sign-in needs to know in its next request, for its browser or app alone, for minutes (decision 053). */
@Injectable()
export class SignInAttempts {
  constructor(
    private readonly repository: SignInAttemptsRepository,
    private readonly environment: UsersEnvironment,
  ) {}

  async begin<Step extends SignInStep>(
    step: Step,
    { realmId, key, holderHash }: AttemptHolder & { holderHash: Buffer },
    providerId: number | null,
    data: AttemptData<Step>,
  ): Promise<void> {
    const sealedData = sealText(this.environment.STOA_API_KEY_SECRET, 'stoa/sign-in-attempt', JSON.stringify(data));
    const seconds = STEP_SECONDS[step];
    await this.repository.insert({ realmId, providerId, step, keyHash: sha256(key), holderHash, sealedData, seconds });
  }

  /**
   * Notes what must not count twice, such as a message of a provider. It is forgotten when its time is over.
   * @returns whether it comes for the first time
   */
  async isFirst(realmId: number, providerId: number, message: string): Promise<boolean> {
    const key = `${providerId}/${message}`;
    try {
      await this.begin('once', { realmId, key, holderHash: sha256('') }, providerId, {});
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }

  /** Finds it once. */
  async take<Step extends SignInStep>(step: Step, holder: AttemptHolder): Promise<FoundAttempt<Step> | undefined> {
    const { realmId, key, holderHash } = holder;
    if (holderHash === undefined) return undefined;
    return this.opened(step, await this.repository.take({ realmId, step, keyHash: sha256(key), holderHash }));
  }

  /** Leaves it there. */
  async read<Step extends SignInStep>(step: Step, holder: AttemptHolder): Promise<FoundAttempt<Step> | undefined> {
    const { realmId, key, holderHash } = holder;
    if (holderHash === undefined) return undefined;
    return this.opened(step, await this.repository.read({ realmId, step, keyHash: sha256(key), holderHash }));
  }

  private opened<Step extends SignInStep>(step: Step, row: AttemptRow | undefined): FoundAttempt<Step> | undefined {
    if (!row) return undefined;
    const text = openSealedText(this.environment.STOA_API_KEY_SECRET, 'stoa/sign-in-attempt', row.sealed_data);
    const data: unknown = JSON.parse(text);
    // Another release may have written something else: the person begins again.
    return isDataOf(step, data) ? { providerId: row.provider_id, data } : undefined;
  }
}

function isDataOf<Step extends SignInStep>(step: Step, data: unknown): data is AttemptData<Step> {
  return Value.Check(ATTEMPT_DATA[step], data);
}

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
