import { Inject, Injectable } from '@nestjs/common';
import { Database, lockRealm } from '@stoa/database';
import { ChangeFactsReader } from '@stoa/directory';
import { DomainError, UnavailableError } from '@stoa/errors';
import { LOGGER, type Logger } from '@stoa/observability';
import { Role, checkEmailDomain, isEmailAddress, realmHost } from '@stoa/policy';
import { AccountCreation } from '../../people/accounts/account-creation';
import { AccountsRepository } from '../../people/accounts/accounts.repository';
import { isDisposableDomain } from '../../people/accounts/disposable-domains';
import { UsersEnvironment } from '../../users-environment';
import { DirectoryAccountsRepository } from '../../shared/directory-accounts/directory-accounts.repository';
import { ProfileFieldsRepository } from '../../organization/profile-fields/profile-fields.repository';
import { DirectoryAccountChanges, fieldsOf } from '../account-changes/directory-account-changes';
import { LdapDirectoriesRepository, LdapDirectoryRow } from './ldap-directories.repository';
import { LdapGroupMirror } from './ldap-group-mirror';
import { LdapAvatars } from './ldap-avatars';
import type { LdapConnection } from './ldap-connection';
import type { LdapPerson } from './ldap-person';
import { profileOf } from './ldap-profile';
import { type PlannedChange, type ProfiledPerson, wishOf } from './sync-plan';

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
    private readonly avatars: LdapAvatars,
    private readonly fields: ProfileFieldsRepository,
    private readonly groups: LdapGroupMirror,
    private readonly environment: UsersEnvironment,
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
        this.profiled(directory, [found]).then(([one]) => one),
        this.repository.accountOf(realmId, found.id, found.email),
      ]);
      if (!person) throw new Error('somebody was found');
      if (!account) return await this.create(directory, connection, person);
      // A picture can wait for the next synchronisation, who signs in cannot.
      const { avatarHash: _later, ...wish } = wishOf(person, account);
      if (Object.keys(wish).length > 0 && account.isActive) {
        await this.apply(directory, connection, { userId: account.id, wish, person });
      }
      return account.isActive ? (wish.deliveryEmail ?? account.deliveryEmail) : account.deliveryEmail;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      // What the rules are against is for the operator: whoever types a password hears nothing of it.
      this.log.warn({ realmId, reason: error.message }, 'an account does not follow its directory');
      return undefined;
    }
  }

  /** People with the profiles that accounts here may have. */
  async profiled({ realmId, config }: LdapDirectoryRow, people: readonly LdapPerson[]): Promise<ProfiledPerson[]> {
    const fields = config.profile_fields ? await this.fields.list(realmId) : [];
    return people.map((person) => ({ ...person, profile: profileOf(person, fields) }));
  }

  /**
   * @returns why a picture could not be used; null: everything is as the directory says
   * @throws DomainError for what nobody may have, and for the only owner
   */
  async apply(
    directory: LdapDirectoryRow,
    connection: LdapConnection,
    { userId, wish: { avatarHash, ...wish }, person }: PlannedChange,
  ): Promise<string | null> {
    const { realmId, partition } = directory;
    const wantsPicture = avatarHash !== undefined && person !== undefined;
    const prepared = wantsPicture ? await this.avatars.prepare(realmId, connection, person) : undefined;
    const problem = prepared && 'problem' in prepared ? prepared.problem : null;
    const avatar = prepared && 'hash' in prepared ? prepared : undefined;
    if (!avatar && Object.keys(wish).length === 0) return problem;
    let replaced: string | null = null;
    try {
      await this.database.write({ realmId, partition }, [lockRealm(realmId, 'exclusive')], async (tx) => {
        const facts = await this.facts.ofRealm(realmId);
        const target = facts.users.get(userId);
        if (!target) return;
        replaced = avatar ? target.avatarKey : null;
        const realmHost = this.hostOf(directory);
        await this.changes.apply(tx, facts, target, { source: 'ldap', realmHost, ...wish, avatar });
      });
    } finally {
      await this.avatars.release(realmId, [replaced, avatar?.key]);
    }
    const changed = [...Object.keys(wish), ...(avatar ? ['avatar'] : [])];
    this.log.info({ realmId, userId, fields: changed, isActive: wish.isActive }, 'LDAP changed an account');
    return problem;
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
      const problem = await this.apply(directory, connection, { userId, wish: wishOf(person, account), person });
      if (problem !== null) this.log.warn({ realmId, userId, problem }, 'an account has no picture from its directory');
      await this.groups.welcome(directory, connection, userId, person);
    } catch (error) {
      if (!(error instanceof UnavailableError || error instanceof DomainError)) throw error;
      this.log.warn({ err: error, realmId, userId }, 'an account has not all that its directory says yet');
    }
  }

  private hostOf({ stringId, customHost }: LdapDirectoryRow): string {
    return customHost ?? realmHost(stringId, this.environment.STOA_EXTERNAL_HOST);
  }
}
