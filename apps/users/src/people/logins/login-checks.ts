import { Injectable } from '@nestjs/common';
import { ACCOUNT_DEACTIVATED, DomainError, type ErrorCode, badRequest, noSuchOrganization } from '@stoa/errors';
import { type TellsDeactivated, isEmailAddress, passwordRefusal } from '@stoa/policy';
import { UsersEnvironment } from '../../users-environment';
import { PasswordHasher } from '../accounts/password-hasher';
import type { CheckedLogin } from './checked-login';
import { FirstSignIn } from './first-sign-in';
import { LoginAccount, LoginRealm, LoginsRepository, OwnLogin } from './logins.repository';
import { PasswordDirectories } from './password-directories';

/** What somebody types. */
export interface PasswordLogin {
  realmId: number;
  username: string;
  password: string;
}

/** Decides sign-ins, whether they are for an API key or for a browser's session (organization.md 2.2, 2.3). */
@Injectable()
export class LoginChecks {
  constructor(
    private readonly repository: LoginsRepository,
    private readonly hasher: PasswordHasher,
    private readonly environment: UsersEnvironment,
    private readonly firstSignIn: FirstSignIn,
    private readonly directories: PasswordDirectories,
  ) {}

  /** @throws DomainError 401 with a text of organization.md 2.2; unknown address and wrong password look alike */
  async byPassword({ realmId, username, password }: PasswordLogin, tells: TellsDeactivated): Promise<CheckedLogin> {
    const realm = await this.realm(realmId);
    if (!realm.isPasswordAuthEnabled && !realm.isDirectoryAuthEnabled) throw noPasswords();
    const name = username.trim();
    if (!realm.isDirectoryAuthEnabled && !isEmailAddress(name)) throw badRequest('Enter a valid email address.');
    const account = await this.ofPassword(realm, { realmId, username: name, password }, tells);
    return this.signedIn({ realmId, partition: realm.partition, account });
  }

  /** Of an address that somebody else vouches for. @throws DomainError 401, 404 */
  async byProvenAddress(realmId: number, email: string): Promise<CheckedLogin> {
    const { partition } = await this.realm(realmId);
    const account = await this.repository.account(realmId, email.trim());
    if (!account || account.isBot) throw wrongPassword();
    if (!account.isActive) throw refused('USER_DEACTIVATED', ACCOUNT_DEACTIVATED);
    return this.signedIn({ realmId, partition, account });
  }

  /** Without a password, for development only. */
  async forDevelopment(realmId: number, username: string): Promise<CheckedLogin> {
    this.requireDevelopment();
    return this.byProvenAddress(realmId, username);
  }

  /** Somebody who has proven an account in an earlier step, as it is now. @throws DomainError 401, 404 */
  async ofProven(realmId: number, userId: number): Promise<OwnLogin> {
    await this.realm(realmId);
    const own = await this.repository.own(userId, null);
    if (!own) throw refused('USER_DEACTIVATED', ACCOUNT_DEACTIVATED);
    return own;
  }

  private async signedIn(login: CheckedLogin): Promise<CheckedLogin> {
    await this.firstSignIn.happened(login);
    return login;
  }

  requireDevelopment(): void {
    if (this.environment.STOA_MODE !== 'development') throw badRequest('Endpoint not available in production.');
  }

  /** An organization whose people have passwords of their own. @throws DomainError 401, 404 with a text of organization.md 2.2 */
  async realmWithPasswords(realmId: number): Promise<LoginRealm> {
    const realm = await this.realm(realmId);
    if (realm.isPasswordAuthEnabled) return realm;
    throw noPasswords();
  }

  /**
   * A new account may have a password of its own: the directory, if the organization has one, has none for the address.
   * @throws DomainError 400 otherwise; UnavailableError while the directory cannot be asked
   */
  async assertOwnPassword(realm: LoginRealm, realmId: number, address: string): Promise<void> {
    if (!realm.isDirectoryAuthEnabled || !(await this.directories.knows(realmId, address))) return;
    throw badRequest('Sign in with the password of your directory: that makes your account.');
  }

  /** An account whose password it is, be it here or in the organization's directory. */
  private async ofPassword(
    realm: LoginRealm,
    { realmId, username, password }: PasswordLogin,
    tells: TellsDeactivated,
  ): Promise<LoginAccount> {
    const found = isEmailAddress(username) ? await this.repository.account(realmId, username) : undefined;
    if (!realm.isDirectoryAuthEnabled) return this.withPassword(found, realmId, password, tells);
    const account = found && { id: found.id, hasPassword: found.passwordHash !== null };
    const hasOwnPasswords = realm.isPasswordAuthEnabled;
    const verdict = await this.directories.judge({ realmId, username, password, hasOwnPasswords, account });
    if (verdict === 'not-mine') {
      if (!hasOwnPasswords) throw noPasswords();
      return this.withPassword(found, realmId, password, tells);
    }
    if (verdict === 'wrong') {
      await this.hasher.verifyNothing(realmId, password);
      throw wrongPassword();
    }
    const own = await this.repository.account(realmId, verdict.deliveryEmail);
    if (!own || own.isBot) throw wrongPassword();
    if (!own.isActive) throw refused('USER_DEACTIVATED', ACCOUNT_DEACTIVATED);
    return own;
  }

  private async withPassword(
    account: LoginAccount | undefined,
    realmId: number,
    password: string,
    tells: TellsDeactivated,
  ): Promise<LoginAccount> {
    const passwordHash = password === '' || account?.isBot ? null : (account?.passwordHash ?? null);
    const isPasswordRight = passwordHash !== null && (await this.hasher.verify(realmId, passwordHash, password));
    if (passwordHash === null) await this.hasher.verifyNothing(realmId, password);
    const attempt = account && { ...account, hasPassword: account.passwordHash !== null, isPasswordRight };
    const refusal = passwordRefusal(attempt, tells);
    if (account && refusal === undefined) return account;
    if (refusal === 'deactivated') throw refused('USER_DEACTIVATED', ACCOUNT_DEACTIVATED);
    if (refusal === 'reset-required' && password !== '') {
      throw refused('PASSWORD_RESET_REQUIRED', 'Your password has been disabled and needs to be reset');
    }
    throw wrongPassword();
  }

  /** An organization that is in use. @throws DomainError 401, 404 with a text of organization.md 2.2 */
  async realm(realmId: number): Promise<LoginRealm> {
    const realm = await this.repository.realm(realmId);
    if (!realm) throw noSuchOrganization();
    if (realm.isDeactivated) throw refused('REALM_DEACTIVATED', 'This organization has been deactivated');
    return realm;
  }
}

function refused(code: ErrorCode, message: string): DomainError {
  return new DomainError(code, message, { status: 401 });
}

function noPasswords(): DomainError {
  return refused('PASSWORD_AUTH_DISABLED', 'Password authentication is disabled in this organization');
}

export function wrongPassword(): DomainError {
  return refused('AUTHENTICATION_FAILED', 'Your username or password is incorrect');
}
