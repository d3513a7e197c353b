import { Module } from '@nestjs/common';
import { AccountMailsModule } from '../../shared/account-mails/account-mails.module';
import { LoginsModule } from '../../people/logins/logins.module';
import { AccountsModule } from '../../people/accounts/accounts.module';
import { OrganizationWritesModule } from '../../organization/organization-writes/organization-writes.module';
import { DirectoryAccountsModule } from '../../shared/directory-accounts/directory-accounts.module';
import { SessionRowsModule } from '../../shared/sessions/session-rows.module';
import { UserChangesModule } from '../../shared/user-changes/user-changes.module';
import { EmailChanges } from './email-changes';
import { EmailChangesRepository } from './email-changes.repository';
import { OthersSettingsService } from './others-settings.service';
import { PasswordChange } from './password-change';
import { PresenceVisibility } from './presence-visibility';
import { SettingsDefaultsService } from './settings-defaults.service';
import { SettingsRepository } from './settings.repository';
import { SettingsService } from './settings.service';
import { UnsubscribeService } from './unsubscribe.service';

@Module({
  imports: [
    AccountMailsModule,
    AccountsModule,
    DirectoryAccountsModule,
    LoginsModule,
    OrganizationWritesModule,
    SessionRowsModule,
    UserChangesModule,
  ],
  providers: [
    EmailChanges,
    EmailChangesRepository,
    OthersSettingsService,
    PasswordChange,
    PresenceVisibility,
    SettingsDefaultsService,
    SettingsRepository,
    SettingsService,
    UnsubscribeService,
  ],
  exports: [SettingsService],
})
export class SettingsModule {}
