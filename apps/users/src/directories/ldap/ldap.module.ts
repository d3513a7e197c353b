import { Module } from '@nestjs/common';
import { AccountsModule } from '../../people/accounts/accounts.module';
import { LoginsModule } from '../../people/logins/logins.module';
import { DirectoryAccountChangesModule } from '../account-changes/directory-account-changes.module';
import { LdapAccounts } from './ldap-accounts';
import { LdapDirectoriesRepository } from './ldap-directories.repository';
import { LdapDirectoriesService } from './ldap-directories.service';
import { LdapSignIn } from './ldap-sign-in';
import { LdapSync } from './ldap-sync';
import { LdapSyncJob } from './ldap-sync.job';

/** Passwords and people of LDAP directories. */
@Module({
  imports: [AccountsModule, DirectoryAccountChangesModule, LoginsModule],
  providers: [LdapAccounts, LdapDirectoriesRepository, LdapDirectoriesService, LdapSignIn, LdapSync, LdapSyncJob],
})
export class LdapModule {}
