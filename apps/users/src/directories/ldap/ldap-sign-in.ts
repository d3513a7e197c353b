import { Injectable, OnModuleInit } from '@nestjs/common';
import { passwordHome } from '@stoa/policy';
import { DirectoryGuesses } from '../../people/logins/directory-guesses';
import {
  DirectoryLogin,
  DirectoryVerdict,
  PasswordDirectories,
  PasswordDirectory,
} from '../../people/logins/password-directories';
import { Database } from '@stoa/database';
import { DirectoryAccountsRepository } from '../../shared/directory-accounts/directory-accounts.repository';
import { LdapArrivals } from './ldap-arrivals';
import { LdapDirectoriesRepository } from './ldap-directories.repository';
import { LdapSync } from './ldap-sync';

/** Passwords that an organization's LDAP directory has: search for the name, then bind as what was found. */
@Injectable()
export class LdapSignIn implements PasswordDirectory, OnModuleInit {
  constructor(
    private readonly logins: PasswordDirectories,
    private readonly guesses: DirectoryGuesses,
    private readonly repository: LdapDirectoriesRepository,
    private readonly directories: DirectoryAccountsRepository,
    private readonly database: Database,
    private readonly sync: LdapSync,
    private readonly arrivals: LdapArrivals,
  ) {}

  onModuleInit(): void {
    this.logins.add(this);
  }

  /** @throws UnavailableError */
  async knows(realmId: number, address: string): Promise<boolean> {
    const directory = await this.repository.one(realmId);
    if (!directory) return false;
    const connection = await this.sync.open(directory);
    try {
      return (await connection.find(address)) !== undefined;
    } finally {
      await connection.close();
    }
  }

  /** Who may not come in hears the same, whatever the reason. @throws UnavailableError; DomainError RATE_LIMIT_HIT (429) */
  async judge({ realmId, username, password, hasOwnPasswords, account }: DirectoryLogin): Promise<DirectoryVerdict> {
    const directory = await this.repository.one(realmId);
    if (!directory) return 'not-mine';
    const sources = account ? await this.directories.ofAccount(this.database, account.id) : [];
    const isManagedByLdap = sources.some(({ source }) => source === 'ldap');
    const facts = account && { isManagedByLdap, hasPassword: account.hasPassword };
    if (passwordHome({ hasDirectory: true, hasOwnPasswords, account: facts }) === 'here') return 'not-mine';
    const connection = await this.sync.open(directory);
    try {
      const person = await connection.find(username);
      const guess = { realmId, username, personId: person?.id };
      await this.guesses.count(guess);
      if (!person || person.isDisabled || !(await connection.isPasswordOf(person, password))) return 'wrong';
      await this.guesses.clear(guess);
      const deliveryEmail = await this.arrivals.signedIn(directory, connection, person);
      return deliveryEmail === undefined ? 'wrong' : { deliveryEmail };
    } finally {
      await connection.close();
    }
  }
}
