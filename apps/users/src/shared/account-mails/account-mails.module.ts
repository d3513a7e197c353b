import { Module } from '@nestjs/common';
import { AccountMailer } from './account-mailer';
import { AccountMails } from './account-mails';
import { AccountMailsRepository } from './account-mails.repository';

/** Mails about accounts: those that the push service sends, and those that go out at once. */
@Module({ providers: [AccountMailer, AccountMails, AccountMailsRepository], exports: [AccountMailer, AccountMails] })
export class AccountMailsModule {}
