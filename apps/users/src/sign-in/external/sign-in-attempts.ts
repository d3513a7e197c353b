import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Value } from '@sinclair/typebox/value';
import { WriteTransaction, isUniqueViolation } from '@stoa/database';
import { openSealedText, sealText } from '@stoa/policy';
import { UsersEnvironment } from '../../users-environment';
import { ATTEMPT_DATA, AttemptData, STEP_SECONDS, SignInStep } from './attempt-data';
import { AttemptRow, NewAttempt, SignInAttemptsRepository } from './sign-in-attempts.repository';

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
    holder: AttemptHolder & { holderHash: Buffer },
    providerId: number | null,
    data: AttemptData<Step>,
  ): Promise<void> {
    await this.repository.insert(this.sealed(step, holder, providerId, data));
  }

  /**
   * Notes what must not count twice, such as a message of a provider. It is forgotten when its time is over.
   * @returns whether it comes for the first time
   */
  async isFirst(realmId: number, providerId: number, message: string): Promise<boolean> {
    try {
      await this.begin('once', onceHolder(realmId, providerId, message), providerId, {});
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }

  /** As {@link isFirst}, but noted if and only if what the message is about is done: a fault leaves it to be sent again. */
  async noteFirst(tx: WriteTransaction, providerId: number, message: string): Promise<boolean> {
    const holder = onceHolder(tx.realmId, providerId, message);
    return this.repository.insertFirst(tx, this.sealed('once', holder, providerId, {}));
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

  private sealed<Step extends SignInStep>(
    step: Step,
    { realmId, key, holderHash }: AttemptHolder & { holderHash: Buffer },
    providerId: number | null,
    data: AttemptData<Step>,
  ): NewAttempt {
    const sealedData = sealText(this.environment.STOA_API_KEY_SECRET, 'stoa/sign-in-attempt', JSON.stringify(data));
    return { realmId, providerId, step, keyHash: sha256(key), holderHash, sealedData, seconds: STEP_SECONDS[step] };
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

function onceHolder(realmId: number, providerId: number, message: string): AttemptHolder & { holderHash: Buffer } {
  return { realmId, key: `${providerId}/${message}`, holderHash: sha256('') };
}

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
