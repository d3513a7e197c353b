import { Injectable } from '@nestjs/common';
import type { Actor } from '@stoa/contracts/rpc';
import { accountDeactivated, badRequest } from '@stoa/errors';
import { isFreshSignIn, needsPasswordAgain } from '@stoa/policy';
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

  /** @throws DomainError `Password is incorrect.`, or that the sign-in is too old where there is no password to ask for */
  async require(
    { userId, realmId }: Pick<Actor, 'userId' | 'realmId'>,
    { password, sessionId }: OwnProof,
  ): Promise<OwnLogin> {
    const own = await this.repository.own(userId, sessionId);
    if (!own) throw accountDeactivated();
    const { passwordHash, isPasswordAuthEnabled } = own;
    const sessionAgeSeconds = own.sessionAgeSeconds ?? undefined;
    const signIn = { hasPassword: passwordHash !== null, isPasswordAuthEnabled, sessionAgeSeconds };
    if (passwordHash !== null && needsPasswordAgain(signIn)) {
      const isRight = password !== '' && (await this.hasher.verify(realmId, passwordHash, password));
      if (!isRight) throw badRequest('Password is incorrect.');
    } else if (!isFreshSignIn(signIn)) {
      throw badRequest('Sign in again, and repeat this within ten minutes.');
    }
    return own;
  }
}
