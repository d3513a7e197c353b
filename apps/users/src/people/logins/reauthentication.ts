import { Injectable } from '@nestjs/common';
import type { Actor } from '@stoa/contracts/rpc';
import { accountDeactivated, badRequest } from '@stoa/errors';
import { type NeededProof, neededProof } from '@stoa/policy';
import { PasswordHasher } from '../accounts/password-hasher';
import { type OwnLogin, LoginsRepository } from './logins.repository';

/** What somebody proves with who he is. */
export interface OwnProof {
  password: string;
  /** The session that asks; null for API keys. */
  sessionId: number | null;
}

/** Makes whoever is signed in prove it again, before something that outlives the session (identity.md 9). */
@Injectable()
export class Reauthentication {
  constructor(
    private readonly repository: LoginsRepository,
    private readonly hasher: PasswordHasher,
  ) {}

  /** What the one who asks has to show: the password, another sign-in, or nothing more. */
  async needed({ userId }: Pick<Actor, 'userId'>, sessionId: number | null): Promise<NeededProof> {
    return neededOf(await this.ownOf(userId, sessionId));
  }

  /**
   * A password that is given has to be right even where none is needed: who gets through with one has not guessed it.
   * @throws DomainError `Password is incorrect.`, or that the sign-in is too old where there is no password to ask for
   */
  async require(
    { userId, realmId }: Pick<Actor, 'userId' | 'realmId'>,
    { password, sessionId }: OwnProof,
  ): Promise<OwnLogin> {
    const own = await this.ownOf(userId, sessionId);
    const needed = neededOf(own);
    if (needed === 'sign-in') throw badRequest('Sign in again, and repeat this within ten minutes.');
    const isGiven = needed === 'password' || password !== '';
    if (isGiven && !(await this.isRight(realmId, own, password))) {
      throw badRequest('Password is incorrect.');
    }
    return own;
  }

  private async ownOf(userId: number, sessionId: number | null): Promise<OwnLogin> {
    const own = await this.repository.own(userId, sessionId);
    if (!own) throw accountDeactivated();
    return own;
  }

  private async isRight(realmId: number, { passwordHash }: OwnLogin, password: string): Promise<boolean> {
    if (password === '' || passwordHash === null) return false;
    return this.hasher.verify(realmId, passwordHash, password);
  }
}

function neededOf({ passwordHash, isPasswordAuthEnabled, ...ages }: OwnLogin): NeededProof {
  return neededProof({
    ...{ hasPassword: passwordHash !== null, isPasswordAuthEnabled },
    signInAgeSeconds: ages.signInAgeSeconds ?? undefined,
    confirmationAgeSeconds: ages.confirmationAgeSeconds ?? undefined,
  });
}
