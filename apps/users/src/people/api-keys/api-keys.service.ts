import { Injectable } from '@nestjs/common';
import { keysRevoked } from '@stoa/contracts/events';
import type { RpcResponse } from '@stoa/contracts/rpc';
import { devListUsers, regenerateApiKey } from '@stoa/contracts/users';
import { Database, lockRealm, lockUser } from '@stoa/database';
import { isAdministrator, realmUrl } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { ChangeFactsReader } from '@stoa/directory';
import { AccountsRepository } from '../accounts/accounts.repository';
import { LoginChecks } from '../logins/login-checks';
import { BotAudiences } from '../../shared/bot-data/bot-audiences';
import { UsersEnvironment } from '../../users-environment';
import { ApiKeysRepository } from './api-keys.repository';
import { ApiKeyIssuer } from './api-key-issuer';
import { KeyMaker } from './key-maker';

/** Replaces API keys, and lists whom development may sign in (organization.md 2.3). */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly database: Database,
    private readonly repository: ApiKeysRepository,
    private readonly accounts: AccountsRepository,
    private readonly logins: LoginChecks,
    private readonly keys: KeyMaker,
    private readonly issuer: ApiKeyIssuer,
    private readonly facts: ChangeFactsReader,
    private readonly botAudiences: BotAudiences,
    private readonly environment: UsersEnvironment,
  ) {}

  @Handles(devListUsers)
  async devList(): Promise<RpcResponse<typeof devListUsers>> {
    this.logins.requireDevelopment();
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
}
