import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { LoginChecks } from './login-checks';
import { LoginsRepository } from './logins.repository';

/** Who may sign in, for keys and sessions alike. */
@Module({
  imports: [AccountsModule],
  providers: [LoginChecks, LoginsRepository],
  exports: [LoginChecks],
})
export class LoginsModule {}
