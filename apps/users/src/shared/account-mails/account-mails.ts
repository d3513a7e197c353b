import { Injectable } from '@nestjs/common';
import type { WriteTransaction } from '@stoa/database';
import { Mailer } from '@stoa/mail';
import { onboardingPlan } from './onboarding-plan';
import { AccountMailsRepository } from './account-mails.repository';

/** Orders mails about accounts, in the transaction that is their reason; none where no mail is sent. */
@Injectable()
export class AccountMails {
  constructor(
    private readonly repository: AccountMailsRepository,
    private readonly mailer: Mailer,
  ) {}

  /** Welcomes a new account, at once and with the mails of its first days. */
  async welcome(tx: WriteTransaction, userId: number): Promise<void> {
    if (!this.mailer.isConfigured) return;
    await this.repository.orderWelcome(tx, userId);
    const newcomer = await this.repository.newcomer(tx, userId);
    if (newcomer) await this.repository.orderOnboarding(tx, userId, onboardingPlan(newcomer));
  }

  /** Whoever wants none of the mails of the first days gets none that is still to come. */
  async endOnboarding(tx: WriteTransaction, userId: number): Promise<void> {
    await this.repository.cancelOnboarding(tx, userId);
  }

  /** Tells the old address: whoever took the account over has the new one. */
  async addressChanged(
    tx: WriteTransaction,
    userId: number,
    facts: { oldAddress: string; newAddress: string },
  ): Promise<void> {
    if (this.mailer.isConfigured)
      await this.repository.orderAddressChanged(tx, userId, { kind: 'address_changed', facts });
  }

  /** Tells of a login, unless the account is a minute old or its user wants to hear of none. */
  async newLogin(tx: WriteTransaction, userId: number, login: { client: string; ipAddress: string }): Promise<void> {
    if (!this.mailer.isConfigured) return;
    const facts = { ...login, atMs: Date.now() };
    await this.repository.orderNewLogin(tx, userId, { kind: 'new_login', facts });
  }
}
