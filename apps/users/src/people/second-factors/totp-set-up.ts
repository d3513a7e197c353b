import { Injectable } from '@nestjs/common';
import { WriteTransaction } from '@stoa/database';
import { badRequest } from '@stoa/errors';
import { generateRecoveryCodes, generateTotpSecret, hashRecoveryCode, sealText, totpAddress } from '@stoa/policy';
import { FactorsRepository } from '../../shared/second-factors/factors.repository';
import { UsersEnvironment } from '../../users-environment';

/** What an authenticator app is set up with. */
export interface NewTotp {
  secret: string;
  address: string;
}

/** Gives accounts authenticator apps and recovery codes. */
@Injectable()
export class TotpSetUp {
  constructor(
    private readonly repository: FactorsRepository,
    private readonly environment: UsersEnvironment,
  ) {}

  /** @throws DomainError if there is an app that counts */
  async begin(userId: number, shown: { issuer: string; account: string }): Promise<NewTotp> {
    const secret = generateTotpSecret();
    const sealed = sealText(this.environment.STOA_API_KEY_SECRET, 'stoa/totp-secret', secret);
    if (!(await this.repository.begin(userId, sealed))) {
      throw badRequest('There is an authenticator app already. Remove it first.');
    }
    return { secret, address: totpAddress(secret, shown) };
  }

  /** The app counts from now on. @returns recovery codes, which nobody can read again */
  async confirm(tx: WriteTransaction, userId: number, step: number): Promise<string[]> {
    if (!(await this.repository.confirm(tx, userId, step))) {
      throw badRequest('There is no authenticator app to confirm.');
    }
    return this.renewCodes(tx, userId);
  }

  async renewCodes(tx: WriteTransaction, userId: number): Promise<string[]> {
    const codes = generateRecoveryCodes();
    const hashes = codes.map((code) => hashRecoveryCode(this.environment.STOA_API_KEY_SECRET, userId, code));
    await this.repository.replaceCodes(tx, userId, hashes);
    return codes;
  }
}
