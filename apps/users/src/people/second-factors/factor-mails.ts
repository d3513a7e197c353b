import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@stoa/observability';
import { textsIn } from '@stoa/texts';
import { AccountMailer, ofAccount } from '../../shared/account-mails/account-mailer';
import { PasskeysRepository } from './passkeys.repository';

/** What became of somebody's second factors. */
export type FactorChange = 'appAdded' | 'appRemoved' | 'codesRenewed' | 'reset' | 'passkeyAdded' | 'passkeyRemoved';

/** Mails about second factors: whoever did not do it has to know. */
@Injectable()
export class FactorMails {
  constructor(
    private readonly repository: PasskeysRepository,
    private readonly mailer: AccountMailer,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** It has happened already: a mail that cannot be sent is logged. */
  async tell(change: FactorChange, userId: number, url: string): Promise<void> {
    if (!this.mailer.isConfigured) return;
    try {
      const to = await this.repository.address(userId);
      if (!to) return;
      const write = textsIn(to.language);
      const text = `${write(`mail.factors.${change}`, { url })}\n\n${write('mail.factors.advice')}`;
      await this.mailer.send(
        { to: to.email, subject: write('mail.factors.subject', { url }), text },
        ofAccount(userId),
      );
    } catch (error) {
      this.log.error({ err: error, userId, change }, 'a mail about second factors could not be sent');
    }
  }
}
