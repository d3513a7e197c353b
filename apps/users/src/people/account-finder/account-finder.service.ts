import { Inject, Injectable } from '@nestjs/common';
import type { RpcRequest } from '@stoa/contracts/rpc';
import { sendAccountLists } from '@stoa/contracts/users';
import { badRequest } from '@stoa/errors';
import { type Mail, oneLine } from '@stoa/mail';
import { LOGGER, type Logger } from '@stoa/observability';
import { isEmailAddress, realmUrl } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { textsIn } from '@stoa/texts';
import { AccountMailer, ofAccount } from '../../shared/account-mails/account-mailer';
import { UsersEnvironment } from '../../users-environment';
import { AccountFinderRepository, FoundAccount } from './account-finder.repository';

const MOST_ADDRESSES = 10;

/** Tells people, by mail, in which organizations their addresses have accounts (identity.md 1.3). */
@Injectable()
export class AccountFinderService {
  constructor(
    private readonly repository: AccountFinderRepository,
    private readonly mailer: AccountMailer,
    private readonly environment: UsersEnvironment,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /**
   * Answers before the mails are handed over: otherwise the time would tell how many of the addresses have accounts. A mail
   * that is lost with this process is asked for again.
   */
  @Handles(sendAccountLists)
  async send(ctx: CallContext, request: RpcRequest<typeof sendAccountLists>): Promise<void> {
    const emails = request.emails.split(',').map((email) => email.trim());
    const wanted = [...new Set(emails.filter((email) => email !== ''))];
    if (wanted.length > MOST_ADDRESSES) throw badRequest('Please enter at most 10 emails.');
    if (wanted.length === 0 || !wanted.every(isEmailAddress)) throw badRequest('Enter a valid email address.');
    this.mailer.requireMail();
    const accounts = await this.repository.accounts(wanted);
    this.sendAll(accounts).catch((error: unknown) => {
      this.log.error({ err: error, requestId: ctx.requestId }, 'a mail that lists accounts could not be sent');
    });
  }

  private async sendAll(accounts: readonly FoundAccount[]): Promise<void> {
    const byAddress = new Map<string, FoundAccount[]>();
    for (const account of accounts) {
      const address = account.deliveryEmail.toLowerCase();
      byAddress.set(address, [...(byAddress.get(address) ?? []), account]);
    }
    for (const found of byAddress.values()) await this.sendOne(found);
  }

  /** What comes back counts for the first of the accounts: one mail is one mail that came back. */
  private async sendOne(found: readonly FoundAccount[]): Promise<void> {
    const [first] = found;
    if (!first) throw new Error('nobody is told of no accounts');
    await this.mailer.send(this.mailFor(first, found), ofAccount(first.id));
  }

  private mailFor(first: FoundAccount, found: readonly FoundAccount[]): Mail {
    const write = textsIn(first.defaultLanguage);
    const ownUrls = found.map((account) => realmUrl(account, this.environment));
    const list = found.map((account, index) => `- ${oneLine(account.organization)}: ${ownUrls[index]}`);
    return {
      to: first.deliveryEmail,
      timezone: first.timezone,
      ownUrls,
      subject: write('mail.accountListSubject'),
      text: write('mail.accountList', { email: first.deliveryEmail, list: list.join('\n') }),
    };
  }
}
