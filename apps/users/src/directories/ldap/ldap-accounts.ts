import { Inject, Injectable } from '@nestjs/common';
import { Database, lockRealm } from '@stoa/database';
import { ChangeFactsReader } from '@stoa/directory';
import { DomainError } from '@stoa/errors';
import { LOGGER, type Logger } from '@stoa/observability';
import { Role, checkEmailDomain, isEmailAddress, realmHost } from '@stoa/policy';
import { AccountCreation } from '../../people/accounts/account-creation';
import { AccountsRepository } from '../../people/accounts/accounts.repository';
import { isDisposableDomain } from '../../people/accounts/disposable-domains';
import { UsersEnvironment } from '../../users-environment';
import { DirectoryAccountsRepository } from '../../shared/directory-accounts/directory-accounts.repository';
import { DirectoryAccountChanges, fieldsOf } from '../account-changes/directory-account-changes';
import { LdapDirectoriesRepository, LdapDirectoryRow } from './ldap-directories.repository';
import type { LdapPerson } from './ldap-person';
import { type PersonWish, wishOf } from './sync-plan';

const CREATION_PATIENCE_MS = 10_000;

/** Accounts as an organization's directory wants them. */
@Injectable()
export class LdapAccounts {
  constructor(
    private readonly database: Database,
    private readonly facts: ChangeFactsReader,
    private readonly repository: LdapDirectoriesRepository,
    private readonly changes: DirectoryAccountChanges,
    private readonly accounts: AccountsRepository,
    private readonly creation: AccountCreation,
    private readonly directories: DirectoryAccountsRepository,
    private readonly environment: UsersEnvironment,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /**
   * Somebody has signed in with the directory's password: the account is found by the entry, else by the address, else
   * made (identity.md 6).
   * @returns its address; undefined if the organization's rules are against it
   */
  async signedIn(directory: LdapDirectoryRow, person: LdapPerson): Promise<string | undefined> {
    const { realmId } = directory;
    try {
      const account = await this.repository.accountOf(realmId, person.id, person.email);
      if (!account) return await this.create(directory, person);
      const wish = wishOf(person, account);
      if (Object.keys(wish).length > 0 && account.isActive) await this.apply(directory, account.id, wish);
      return account.isActive ? (wish.deliveryEmail ?? account.deliveryEmail) : account.deliveryEmail;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      // What the rules are against is for the operator: whoever types a password hears nothing of it.
      this.log.warn({ realmId, reason: error.message }, 'an account does not follow its directory');
      return undefined;
    }
  }

  /** @throws DomainError for what nobody may have, and for the only owner */
  async apply(directory: LdapDirectoryRow, userId: number, wish: PersonWish): Promise<void> {
    const { realmId, partition } = directory;
    await this.database.write({ realmId, partition }, [lockRealm(realmId, 'exclusive')], async (tx) => {
      const facts = await this.facts.ofRealm(realmId);
      const target = facts.users.get(userId);
      if (!target) return;
      await this.changes.apply(tx, facts, target, { source: 'ldap', realmHost: this.hostOf(directory), ...wish });
    });
    this.log.info({ realmId, userId, fields: Object.keys(wish), isActive: wish.isActive }, 'LDAP changed an account');
  }

  private async create(directory: LdapDirectoryRow, person: LdapPerson): Promise<string | undefined> {
    const { realmId, partition } = directory;
    const { fullName, email: deliveryEmail, id: externalId } = person;
    const rules = await this.accounts.signUpRules(realmId);
    const problem = checkEmailDomain(deliveryEmail, { ...rules, isDisposable: isDisposableDomain });
    if (problem !== null || !isEmailAddress(deliveryEmail)) {
      this.log.warn({ realmId, problem: problem ?? 'invalid' }, 'an address of a directory may not join');
      return undefined;
    }
    await this.creation.checkName(realmId, fullName, rules);
    const ctx = { requestId: `ldap-${realmId}`, deadlineAt: Date.now() + CREATION_PATIENCE_MS };
    const fields = fieldsOf({ fullName, deliveryEmail, role: person.role });
    const userId = await this.creation.create(
      ctx,
      { realmId, partition },
      {
        ...{ realmHost: this.hostOf(directory), fullName, deliveryEmail, passwordHash: null },
        role: person.role ?? Role.Member,
        requiresUniqueNames: rules.requiresUniqueNames,
        within: async (tx, newId) => {
          await this.directories.note(tx, newId, { source: 'ldap', fields, externalId });
          return [];
        },
      },
    );
    this.log.info({ realmId, userId }, 'LDAP made an account');
    return deliveryEmail;
  }

  private hostOf({ stringId, customHost }: LdapDirectoryRow): string {
    return customHost ?? realmHost(stringId, this.environment.STOA_EXTERNAL_HOST);
  }
}
