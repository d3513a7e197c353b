import { Module } from '@nestjs/common';
import { RealmSettingsModule } from '../../organization/realm-settings/realm-settings.module';
import { AccountsModule } from '../accounts/accounts.module';
import { UserChangesModule } from '../../shared/user-changes/user-changes.module';
import { DirectoryGuesses } from './directory-guesses';
import { FirstSignIn } from './first-sign-in';
import { LoginChecks } from './login-checks';
import { LoginsRepository } from './logins.repository';
import { PasswordDirectories } from './password-directories';
import { Reauthentication } from './reauthentication';
import { SignInMetrics } from './sign-in-metrics';

const PARTS = [
  DirectoryGuesses,
  FirstSignIn,
  LoginChecks,
  LoginsRepository,
  PasswordDirectories,
  Reauthentication,
  SignInMetrics,
];

/** Who may sign in, for keys and sessions alike. */
@Module({
  imports: [AccountsModule, RealmSettingsModule, UserChangesModule],
  providers: PARTS,
  exports: PARTS,
})
export class LoginsModule {}
