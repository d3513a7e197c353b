import { Injectable } from '@nestjs/common';
import { keysRevoked } from '@stoa/contracts/events';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { devIssueApiKey, devListUsers, issueApiKey, regenerateApiKey } from '@stoa/contracts/users';
import { Database, lockRealm, lockUser } from '@stoa/database';
import { ACCOUNT_DEACTIVATED, DomainError, type ErrorCode, badRequest, noSuchOrganization } from '@stoa/errors';
import { isAdministrator, isEmailAddress, realmUrl } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext, CallContext } from '@stoa/rpc';
import { ChangeFactsReader } from '@stoa/directory';
import { AccountsRepository } from '../accounts/accounts.repository';
import { PasswordHasher } from '../accounts/password-hasher';
import { BotAudiences } from '../../shared/bot-data/bot-audiences';
import { UsersEnvironment } from '../../users-environment';
import { ApiKeysRepository, LoginAccount, LoginRealm } from './api-keys.repository';
import { KeyMaker } from './key-maker';

type FetchedKey = RpcResponse<typeof issueApiKey>;

/** Keys that an account may have at a time: every login makes one, and the oldest go (docs/decisions/011-accounts-and-keys.md). */
const KEYS_KEPT = 50;

/** Gives out and revokes API keys (organization.md 2.2, 2.3). */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly database: Database,
    private readonly repository: ApiKeysRepository,
    private readonly accounts: AccountsRepository,
    private readonly hasher: PasswordHasher,
    private readonly keys: KeyMaker,
    private readonly facts: ChangeFactsReader,
    private readonly botAudiences: BotAudiences,
    private readonly environment: UsersEnvironment,
  ) {}

  /** @throws DomainError 401 with a text of organization.md 2.2; unknown address and wrong password look alike */
  @Handles(issueApiKey)
  async fetch(
    _ctx: CallContext,
    { realm_id: realmId, username, password }: RpcRequest<typeof issueApiKey>,
  ): Promise<RpcResponse<typeof issueApiKey>> {
    const realm = await this.loginRealm(realmId);
    if (!realm.isPasswordAuthEnabled) {
      throw refused('PASSWORD_AUTH_DISABLED', 'Password authentication is disabled in this organization');
    }
    const email = username.trim();
    if (!isEmailAddress(email)) throw badRequest('Enter a valid email address.');
    const account = await this.withPassword(realmId, await this.repository.account(realmId, email), password);
    return this.issue(realmId, realm, account);
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

  /** Without a password, for development only. */
  @Handles(devIssueApiKey)
  async devFetch(
    _ctx: CallContext,
    { realm_id: realmId, username }: RpcRequest<typeof devIssueApiKey>,
  ): Promise<RpcResponse<typeof devIssueApiKey>> {
    this.requireDevelopment();
    const realm = await this.loginRealm(realmId);
    const account = await this.repository.account(realmId, username.trim());
    if (!account || account.isBot) throw wrongPassword();
    if (!account.isActive) throw refused('USER_DEACTIVATED', ACCOUNT_DEACTIVATED);
    return this.issue(realmId, realm, account);
  }

  @Handles(devListUsers)
  async devList(): Promise<RpcResponse<typeof devListUsers>> {
    this.requireDevelopment();
    const rows = (await this.accounts.activeHumansOfAllRealms()).map((row) => ({
      isAdmin: isAdministrator(row),
      entry: {
        email: row.delivery_email,
        realm_url: realmUrl({ stringId: row.string_id, customHost: row.host }, this.environment),
      },
    }));
    return {
      direct_admins: rows.filter(({ isAdmin }) => isAdmin).map(({ entry }) => entry),
      direct_users: rows.filter(({ isAdmin }) => !isAdmin).map(({ entry }) => entry),
    };
  }

  /** Ends every key of the caller and gives out a new one. */
  @Handles(regenerateApiKey)
  async regenerate(ctx: ActorContext): Promise<RpcResponse<typeof regenerateApiKey>> {
    const { realmId, userId, isBot } = ctx.actor;
    const made = this.keys.make(isBot);
    // The audience of a bot's event is read under the realm's lock; a human's keys concern nobody else.
    const locks = isBot ? [lockRealm(realmId, 'shared'), lockUser(userId)] : [lockUser(userId)];
    await this.database.write(ctx, locks, async (tx) => {
      await this.repository.revokeAllBut(tx, userId, 0);
      await this.repository.insert(tx, userId, made);
      tx.emit(keysRevoked([userId]));
      if (!isBot) return;
      const { users, requester } = await this.facts.current(ctx);
      tx.emit(await this.botAudiences.update(tx, users, requester, { api_key: made.apiKey }));
    });
    return { api_key: made.apiKey };
  }

  private async loginRealm(realmId: number): Promise<LoginRealm> {
    const realm = await this.repository.realm(realmId);
    if (!realm) throw noSuchOrganization();
    if (realm.isDeactivated) throw refused('REALM_DEACTIVATED', 'This organization has been deactivated');
    return realm;
  }

  private async issue(realmId: number, { partition }: LoginRealm, account: LoginAccount): Promise<FetchedKey> {
    const made = this.keys.make(false);
    await this.database.write({ realmId, partition }, [lockUser(account.id)], async (tx) => {
      await this.repository.insert(tx, account.id, made);
      await this.repository.revokeAllBut(tx, account.id, KEYS_KEPT);
    });
    return { api_key: made.apiKey, email: account.deliveryEmail, user_id: account.id };
  }

  private requireDevelopment(): void {
    if (this.environment.STOA_MODE !== 'development') throw badRequest('Endpoint not available in production.');
  }
}

function refused(code: ErrorCode, message: string): DomainError {
  return new DomainError(code, message, { status: 401 });
}

function wrongPassword(): DomainError {
  return refused('AUTHENTICATION_FAILED', 'Your username or password is incorrect');
}
