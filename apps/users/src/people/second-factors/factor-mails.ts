import { Injectable } from '@nestjs/common';
import { AccountNotices } from '../../shared/account-mails/account-notices';

/** What became of somebody's second factors. */
export type FactorChange = 'appAdded' | 'appRemoved' | 'codesRenewed' | 'reset' | 'passkeyAdded' | 'passkeyRemoved';

/** Mails about second factors. */
@Injectable()
export class FactorMails {
  constructor(private readonly notices: AccountNotices) {}

  async tell(change: FactorChange, userId: number, url: string): Promise<void> {
    await this.notices.tell({
      ...{ userId, url, change },
      compose: (write) => ({
        subject: write('mail.factors.subject', { url }),
        text: `${write(`mail.factors.${change}`, { url })}\n\n${write('mail.factors.advice')}`,
      }),
    });
  }
}
