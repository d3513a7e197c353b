import { Module } from '@nestjs/common';
import { AccountMails } from './account-mails';
import { AccountMailsRepository } from './account-mails.repository';

/** Mails about accounts that the push service sends. */
@Module({ providers: [AccountMails, AccountMailsRepository], exports: [AccountMails] })
export class AccountMailsModule {}
