import { Injectable } from '@nestjs/common';
import type { WriteTransaction } from '@stoa/database';
import { Mailer } from '@stoa/mail';
import { UsersEnvironment } from '../../users-environment';
import { onboardingPlan } from './onboarding-plan';
import { AccountMailsRepository } from './account-mails.repository';

/** What a welcome says besides what the account does. */
interface Welcome {
  /** What the user types to sign in, where an LDAP directory has the password. */
  directoryLogin?: string;
  /** The user has made the organization. */
  isFounder?: boolean;
}

/** Orders mails about accounts, in the transaction that is their reason; none where no mail is sent. */
@Injectable()
export class AccountMails {
  constructor(
    private readonly repository: AccountMailsRepository,
    private readonly mailer: Mailer,
    private readonly environment: UsersEnvironment,
  ) {}

  /** Welcomes a new account, at once and with the mails of its first days. */
  async welcome(
    tx: WriteTransaction,
    userId: number,
    { directoryLogin, isFounder = false }: Welcome = {},
  ): Promise<void> {
    if (!this.mailer.isConfigured) return;
    const facts = directoryLogin === undefined ? {} : { directoryLogin };
    await this.repository.orderWelcome(tx, userId, { kind: 'welcome', facts });
    const newcomer = await this.repository.newcomer(tx, userId);
    if (!newcomer) return;
    await this.repository.orderOnboarding(tx, userId, onboardingPlan({ ...newcomer, isFounder }));
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
    if (!this.mailer.isConfigured || !this.environment.STOA_LOGIN_MAILS) return;
    const facts = { ...login, atMs: Date.now() };
    await this.repository.orderNewLogin(tx, userId, { kind: 'new_login', facts });
  }
}
