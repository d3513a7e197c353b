import { Module } from '@nestjs/common';
import { RealmSettingsModule } from '../../organization/realm-settings/realm-settings.module';
import { AccountsModule } from '../accounts/accounts.module';
import { UserChangesModule } from '../../shared/user-changes/user-changes.module';
import { FirstSignIn } from './first-sign-in';
import { LoginChecks } from './login-checks';
import { LoginsRepository } from './logins.repository';
import { PasswordDirectories } from './password-directories';

/** Who may sign in, for keys and sessions alike. */
@Module({
  imports: [AccountsModule, RealmSettingsModule, UserChangesModule],
  providers: [LoginChecks, FirstSignIn, LoginsRepository, PasswordDirectories],
  exports: [FirstSignIn, LoginChecks, LoginsRepository, PasswordDirectories],
})
export class LoginsModule {}
