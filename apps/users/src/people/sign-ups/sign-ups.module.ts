import { Module } from '@nestjs/common';
import { AccountMailsModule } from '../../shared/account-mails/account-mails.module';
import { FactorRowsModule } from '../../shared/second-factors/factor-rows.module';
import { AccountsModule } from '../accounts/accounts.module';
import { InvitationsModule } from '../invitations/invitations.module';
import { LoginsModule } from '../logins/logins.module';
import { SessionsModule } from '../sessions/sessions.module';
import { EarlierSignUpsService } from './earlier-sign-ups.service';
import { SignUpChecks } from './sign-up-checks';
import { SignUpMails } from './sign-up-mails';
import { SignUpsRepository } from './sign-ups.repository';
import { SignUpsService } from './sign-ups.service';

/** Accounts that people make for themselves. */
@Module({
  imports: [AccountMailsModule, AccountsModule, FactorRowsModule, InvitationsModule, LoginsModule, SessionsModule],
  providers: [EarlierSignUpsService, SignUpChecks, SignUpMails, SignUpsRepository, SignUpsService],
  exports: [SignUpChecks, SignUpsRepository],
})
export class SignUpsModule {}
