import { Injectable } from '@nestjs/common';
import type { WriteTransaction } from '@stoa/database';
import { Mailer } from '@stoa/mail';
import { AccountMailsRepository } from './account-mails.repository';

/** Orders mails about accounts, in the transaction that is their reason; none where no mail is sent. */
@Injectable()
export class AccountMails {
  constructor(
    private readonly repository: AccountMailsRepository,
    private readonly mailer: Mailer,
  ) {}

  async welcome(tx: WriteTransaction, userId: number): Promise<void> {
    if (this.mailer.isConfigured) await this.repository.orderWelcome(tx, userId);
  }

  /** Tells of a login, unless the account is a minute old or its user wants to hear of none. */
  async newLogin(tx: WriteTransaction, userId: number, login: { client: string; ipAddress: string }): Promise<void> {
    if (!this.mailer.isConfigured) return;
    const facts = { ...login, atMs: Date.now() };
    await this.repository.orderNewLogin(tx, userId, { kind: 'new_login', facts });
  }
}
