import { Module } from '@nestjs/common';
import { AccountMailsModule } from '../../shared/account-mails/account-mails.module';
import { SessionRowsModule } from '../../shared/sessions/session-rows.module';
import { AccountsModule } from '../accounts/accounts.module';
import { ApiKeysModule } from '../api-keys/api-keys.module';
import { LoginsModule } from '../logins/logins.module';
import { PasswordResetMails } from './password-reset-mails';
import { PasswordResetsRepository } from './password-resets.repository';
import { PasswordResetsService } from './password-resets.service';

/** Forgotten passwords (identity.md 7). */
@Module({
  imports: [AccountMailsModule, AccountsModule, ApiKeysModule, LoginsModule, SessionRowsModule],
  providers: [PasswordResetMails, PasswordResetsRepository, PasswordResetsService],
})
export class PasswordResetsModule {}
