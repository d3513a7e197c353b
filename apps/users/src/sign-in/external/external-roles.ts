import { Inject, Injectable } from '@nestjs/common';
import { Database, lockRealm } from '@stoa/database';
import { ChangeFactsReader } from '@stoa/directory';
import { DomainError, UnavailableError } from '@stoa/errors';
import { LOGGER, type Logger } from '@stoa/observability';
import { maySetField } from '@stoa/policy';
import { DirectoryAccountChanges } from '../../directories/account-changes/directory-account-changes';
import { DirectoryAccountsRepository } from '../../shared/directory-accounts/directory-accounts.repository';
import { ExternalAccountsRepository } from './external-accounts.repository';

/** Where an account is. */
export interface SignInPlace {
  realmId: number;
  partition: number;
  realmHost: string;
}

/** Roles that providers give, where no directory does (identity.md 4). They follow at each sign-in. */
@Injectable()
export class ExternalRoles {
  constructor(
    private readonly database: Database,
    private readonly facts: ChangeFactsReader,
    private readonly repository: ExternalAccountsRepository,
    private readonly directories: DirectoryAccountsRepository,
    private readonly changes: DirectoryAccountChanges,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /**
   * The person signs in whatever comes of it: what the rules are against, such as an organization without an owner, stays
   * as it was, and what cannot be done now is done at the next sign-in.
   * @param role undefined where the provider says nothing of it
   */
  async apply({ realmId, partition, realmHost }: SignInPlace, userId: number, role: number | undefined): Promise<void> {
    if (role === undefined) return;
    const known = await this.repository.role(userId);
    // Most sign-ins change nothing, and wait for nobody.
    if (known?.role === role && known.isClaimed) return;
    try {
      const rows = await this.directories.ofAccount(this.database, userId);
      const managers = rows.map(({ source, managedFields }) => ({ source, fields: managedFields }));
      if (!maySetField('claims', 'role', managers)) return;
      await this.database.write({ realmId, partition }, [lockRealm(realmId, 'exclusive')], async (tx) => {
        const facts = await this.facts.ofRealm(realmId);
        const target = facts.users.get(userId);
        if (target) await this.changes.apply(tx, facts, target, { source: 'claims', realmHost, role });
      });
    } catch (error) {
      if (!(error instanceof DomainError || error instanceof UnavailableError)) throw error;
      this.log.warn({ realmId, userId, role, reason: error.message }, 'a role does not follow a provider');
    }
  }
}
