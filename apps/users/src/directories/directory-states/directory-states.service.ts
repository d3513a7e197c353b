import { Injectable } from '@nestjs/common';
import { getDirectoryStates } from '@stoa/contracts/organization';
import type { RpcResponse } from '@stoa/contracts/rpc';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { ScimTokensRepository } from '../scim-tokens/scim-tokens.repository';
import { DirectoryStatesRepository } from './directory-states.repository';

/** What owners see of the directories that the operator has connected: whether they work, and no secrets. */
@Injectable()
export class DirectoryStatesService {
  constructor(
    private readonly repository: DirectoryStatesRepository,
    private readonly tokens: ScimTokensRepository,
  ) {}

  @Handles(getDirectoryStates)
  async get({ actor: { realmId } }: ActorContext): Promise<RpcResponse<typeof getDirectoryStates>> {
    const [ldap, accounts, tokens] = await Promise.all([
      this.repository.ldap(realmId),
      this.repository.accounts(realmId),
      this.tokens.list(realmId),
    ]);
    const countsOf = (source: string) => {
      const { active = 0, deactivated = 0 } = accounts.find((one) => one.source === source) ?? {};
      return { accounts: active, deactivated_accounts: deactivated };
    };
    return {
      ldap: ldap ? { ...ldap, ...countsOf('ldap') } : null,
      scim: {
        tokens: tokens.map(({ id, name, createdAt, expiresAt, lastUsedAt }) => ({
          ...{ id, name, date_created: createdAt, expires_at: expiresAt, last_used: lastUsedAt },
        })),
        ...countsOf('scim'),
      },
    };
  }
}
