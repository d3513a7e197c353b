import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@stoa/observability';
import { type Write, textsIn } from '@stoa/texts';
import { UsersEnvironment } from '../../users-environment';
import { AccountMailer, ofAccount } from './account-mailer';
import { AccountMailsRepository } from './account-mails.repository';

/** What has become of somebody's account. */
export interface AccountNotice {
  userId: number;
  /** Address of the organization. */
  url: string;
  /** For the log. */
  change: string;
  /** Writes the mail in the language of who gets it. */
  compose: (write: Write) => { subject: string; text: string };
}

/** Tells people by mail how their account is opened now: whoever did not change it has to know. */
@Injectable()
export class AccountNotices {
  constructor(
    private readonly repository: AccountMailsRepository,
    private readonly mailer: AccountMailer,
    private readonly environment: UsersEnvironment,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** It has happened already: a mail that cannot be sent is logged. */
  async tell({ userId, url, change, compose }: AccountNotice): Promise<void> {
    if (!this.mailer.isConfigured) return;
    try {
      const to = await this.repository.address(userId);
      if (!to) return;
      const { email, language, timezone, organization } = to;
      const write = textsIn(language);
      const { STOA_INSTALLATION_NAME: installation } = this.environment;
      const mail = {
        ...{ to: email, timezone, fromName: write('accountMail.security', { installation }) },
        organization: { name: organization, url },
        ...compose(write),
      };
      await this.mailer.send(mail, ofAccount(userId));
    } catch (error) {
      this.log.error({ err: error, userId, change }, 'a mail about an account could not be sent');
    }
  }
}
