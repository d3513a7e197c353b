import { Module } from '@nestjs/common';
import { RealmSettingsModule } from '../../organization/realm-settings/realm-settings.module';
import { AccountsModule } from '../../people/accounts/accounts.module';
import { LoginsModule } from '../../people/logins/logins.module';
import { SignUpsModule } from '../../people/sign-ups/sign-ups.module';
import { DirectoryAccountChangesModule } from '../account-changes/directory-account-changes.module';
import { DirectoryGroupChangesModule } from '../group-changes/directory-group-changes.module';
import { LdapAccounts } from './ldap-accounts';
import { LdapArrivals } from './ldap-arrivals';
import { LdapAvatars } from './ldap-avatars';
import { LdapDirectoriesRepository } from './ldap-directories.repository';
import { LdapDirectoriesService } from './ldap-directories.service';
import { LdapGroupMirror } from './ldap-group-mirror';
import { LdapGroupsRepository } from './ldap-groups.repository';
import { LdapMetrics } from './ldap-metrics';
import { LdapSignIn } from './ldap-sign-in';
import { LdapSync } from './ldap-sync';
import { LdapSyncJob } from './ldap-sync.job';

/** Passwords and people of LDAP directories. */
@Module({
  imports: [
    AccountsModule,
    DirectoryAccountChangesModule,
    DirectoryGroupChangesModule,
    LoginsModule,
    RealmSettingsModule,
    SignUpsModule,
  ],
  providers: [
    LdapAccounts,
    LdapArrivals,
    LdapAvatars,
    LdapDirectoriesRepository,
    LdapDirectoriesService,
    LdapGroupMirror,
    LdapGroupsRepository,
    LdapMetrics,
    LdapSignIn,
    LdapSync,
    LdapSyncJob,
  ],
})
export class LdapModule {}
