import { Inject, Injectable } from '@nestjs/common';
import { DomainError, UnavailableError } from '@stoa/errors';
import { LOGGER, type Logger } from '@stoa/observability';
import { Role, checkEmailDomain, isEmailAddress } from '@stoa/policy';
import { AccountCreation } from '../../people/accounts/account-creation';
import { AccountsRepository } from '../../people/accounts/accounts.repository';
import { isDisposableDomain } from '../../people/accounts/disposable-domains';
import { SignUpsRepository } from '../../people/sign-ups/sign-ups.repository';
import { DirectoryAccountsRepository } from '../../shared/directory-accounts/directory-accounts.repository';
import { unknownLink } from '../../shared/links/link-refusals';
import { fieldsOf } from '../account-changes/directory-account-changes';
import { LdapAccounts } from './ldap-accounts';
import type { LdapConnection } from './ldap-connection';
import { LdapDirectoriesRepository, LdapDirectoryRow } from './ldap-directories.repository';
import { LdapGroupMirror } from './ldap-group-mirror';
import type { LdapPerson } from './ldap-person';
import { type ProfiledPerson, wishOf } from './sync-plan';

const CREATION_PATIENCE_MS = 10_000;

/** Accounts of people who come in with the directory's password: found, or made with what an invitation says. */
@Injectable()
export class LdapArrivals {
  constructor(
    private readonly repository: LdapDirectoriesRepository,
    private readonly existing: LdapAccounts,
    private readonly accounts: AccountsRepository,
    private readonly creation: AccountCreation,
    private readonly signUps: SignUpsRepository,
    private readonly directories: DirectoryAccountsRepository,
    private readonly groups: LdapGroupMirror,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /**
   * Somebody has signed in with the directory's password: the account is found by the entry, else by the address, else
   * made (identity.md 6).
   * @returns its address; undefined if the organization's rules are against it
   */
  async signedIn(
    directory: LdapDirectoryRow,
    connection: LdapConnection,
    found: LdapPerson,
  ): Promise<string | undefined> {
    const { realmId } = directory;
    try {
      const [person, account] = await Promise.all([
        this.existing.profiled(directory, [found]).then(([one]) => one),
        this.repository.accountOf(realmId, found.id, found.email),
      ]);
      if (!person) throw new Error('somebody was found');
      if (!account) return await this.create(directory, connection, person);
      // A picture can wait for the next synchronisation, who signs in cannot.
      const { avatarHash: _later, ...wish } = wishOf(person, account);
      if (Object.keys(wish).length > 0 && account.isActive) {
        await this.existing.apply(directory, connection, { userId: account.id, wish, person });
      }
      return account.isActive ? (wish.deliveryEmail ?? account.deliveryEmail) : account.deliveryEmail;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      // What the rules are against is for the operator: whoever types a password hears nothing of it.
      this.log.warn({ realmId, reason: error.message }, 'an account does not follow its directory');
      return undefined;
    }
  }

  private async create(
    directory: LdapDirectoryRow,
    connection: LdapConnection,
    person: ProfiledPerson,
  ): Promise<string | undefined> {
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
    const terms = await this.signUps.openInvitation(realmId, deliveryEmail);
    const fields = fieldsOf({ fullName, deliveryEmail, role: person.role });
    const userId = await this.creation.create(
      ctx,
      { realmId, partition },
      {
        ...{ realmHost: this.existing.hostOf(directory), fullName, deliveryEmail, passwordHash: null },
        directoryLogin: person.login ?? deliveryEmail,
        role: person.role ?? terms?.role ?? Role.Member,
        placement: terms?.placement,
        requiresUniqueNames: rules.requiresUniqueNames,
        ...(terms && { invitation: { welcomeText: terms.welcomeText, referrerId: terms.referrerId } }),
        within: async (tx, newId) => {
          await this.directories.note(tx, newId, { source: 'ldap', fields, externalId });
          if (!terms) return [];
          if (!(await this.signUps.use(tx, terms))) throw unknownLink();
          return terms.inviterId === null ? [] : [terms.inviterId];
        },
      },
    );
    this.log.info({ realmId, userId }, 'LDAP made an account');
    await this.complete(directory, connection, person);
    return deliveryEmail;
  }

  /** What else a new account has: without it, or with a directory that is away now, people come in all the same. */
  private async complete(
    directory: LdapDirectoryRow,
    connection: LdapConnection,
    person: ProfiledPerson,
  ): Promise<void> {
    const { realmId } = directory;
    const account = await this.repository.accountOf(realmId, person.id, person.email);
    if (!account) return;
    const { id: userId } = account;
    try {
      const problem = await this.existing.apply(directory, connection, {
        userId,
        wish: wishOf(person, account),
        person,
      });
      if (problem !== null) this.log.warn({ realmId, userId, problem }, 'an account has no picture from its directory');
      await this.groups.welcome(directory, connection, userId, person);
    } catch (error) {
      if (!(error instanceof UnavailableError || error instanceof DomainError)) throw error;
      this.log.warn({ err: error, realmId, userId }, 'an account has not all that its directory says yet');
    }
  }
}
