import { Module } from '@nestjs/common';
import { AccountMailer } from './account-mailer';
import { AccountMails } from './account-mails';
import { AccountNotices } from './account-notices';
import { AccountMailsRepository } from './account-mails.repository';

/** Mails about accounts: those that the push service sends, and those that go out at once. */
@Module({
  providers: [AccountMailer, AccountMails, AccountMailsRepository, AccountNotices],
  exports: [AccountMailer, AccountMails, AccountNotices],
})
export class AccountMailsModule {}
