import { Injectable } from '@nestjs/common';
import { ACCOUNT_DEACTIVATED, DomainError, type ErrorCode, badRequest, noSuchOrganization } from '@stoa/errors';
import { isEmailAddress } from '@stoa/policy';
import { UsersEnvironment } from '../../users-environment';
import { PasswordHasher } from '../accounts/password-hasher';
import type { CheckedLogin } from './checked-login';
import { FirstSignIn } from './first-sign-in';
import { LoginAccount, LoginRealm, LoginsRepository } from './logins.repository';
import { PasswordDirectories } from './password-directories';

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
  async byPassword(realmId: number, username: string, password: string): Promise<CheckedLogin> {
    const realm = await this.realmWithPasswords(realmId);
    const email = username.trim();
    if (!isEmailAddress(email)) throw badRequest('Enter a valid email address.');
    const account = await this.ofPassword(realmId, email, password);
    return this.signedIn({ realmId, partition: realm.partition, account });
  }

  /** Without a password, for development only. */
  async forDevelopment(realmId: number, username: string): Promise<CheckedLogin> {
    this.requireDevelopment();
    const { partition } = await this.realm(realmId);
    const account = await this.repository.account(realmId, username.trim());
    if (!account || account.isBot) throw wrongPassword();
    if (!account.isActive) throw refused('USER_DEACTIVATED', ACCOUNT_DEACTIVATED);
    return this.signedIn({ realmId, partition, account });
  }

  private async signedIn(login: CheckedLogin): Promise<CheckedLogin> {
    await this.firstSignIn.happened(login);
    return login;
  }

  requireDevelopment(): void {
    if (this.environment.STOA_MODE !== 'development') throw badRequest('Endpoint not available in production.');
  }

  /** An organization whose people have passwords. @throws DomainError 401, 404 with a text of organization.md 2.2 */
  async realmWithPasswords(realmId: number): Promise<LoginRealm> {
    const realm = await this.realm(realmId);
    if (realm.isPasswordAuthEnabled) return realm;
    throw refused('PASSWORD_AUTH_DISABLED', 'Password authentication is disabled in this organization');
  }

  /** An account whose password it is, be it here or in the organization's directory. */
  private async ofPassword(realmId: number, email: string, password: string): Promise<LoginAccount> {
    const found = await this.repository.account(realmId, email);
    const account = found && { id: found.id, hasPassword: found.passwordHash !== null };
    const verdict = await this.directories.judge({ realmId, email, password, account });
    if (verdict === 'not-mine') return this.withPassword(realmId, found, password);
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
    realmId: number,
    account: LoginAccount | undefined,
    password: string,
  ): Promise<LoginAccount> {
    if (!account || account.isBot || password === '') {
      await this.hasher.verifyNothing(realmId, password);
      throw wrongPassword();
    }
    if (!account.isActive) throw refused('USER_DEACTIVATED', ACCOUNT_DEACTIVATED);
    if (account.passwordHash === null) {
      throw refused('PASSWORD_RESET_REQUIRED', 'Your password has been disabled and needs to be reset');
    }
    if (!(await this.hasher.verify(realmId, account.passwordHash, password))) throw wrongPassword();
    return account;
  }

  private async realm(realmId: number): Promise<LoginRealm> {
    const realm = await this.repository.realm(realmId);
    if (!realm) throw noSuchOrganization();
    if (realm.isDeactivated) throw refused('REALM_DEACTIVATED', 'This organization has been deactivated');
    return realm;
  }
}

function refused(code: ErrorCode, message: string): DomainError {
  return new DomainError(code, message, { status: 401 });
}

export function wrongPassword(): DomainError {
  return refused('AUTHENTICATION_FAILED', 'Your username or password is incorrect');
}
