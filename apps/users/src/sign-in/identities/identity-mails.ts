import { Injectable } from '@nestjs/common';
import { AccountNotices } from '../../shared/account-mails/account-notices';

/** Somebody's account is opened in another way than before. */
export interface IdentityChange {
  change: 'added' | 'removed';
  userId: number;
  /** Address of the organization. */
  url: string;
  /** As the provider's button calls it. */
  provider: string;
}

/** Mails about accounts at providers. */
@Injectable()
export class IdentityMails {
  constructor(private readonly notices: AccountNotices) {}

  async tell({ change, userId, url, provider }: IdentityChange): Promise<void> {
    await this.notices.tell({
      ...{ userId, url, change: `identity ${change}` },
      compose: (write) => ({
        subject: write('mail.identities.subject', { url }),
        text: `${write(`mail.identities.${change}`, { url, provider })}\n\n${write('mail.identities.advice')}`,
      }),
    });
  }
}
