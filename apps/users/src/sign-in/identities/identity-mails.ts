import { Inject, Injectable } from '@nestjs/common';
import { Mailer } from '@stoa/mail';
import { LOGGER, type Logger } from '@stoa/observability';
import { textsIn } from '@stoa/texts';
import { IdentityLinksRepository } from './identity-links.repository';

/** Somebody's account is opened in another way than before. */
export interface IdentityChange {
  change: 'added' | 'removed';
  userId: number;
  /** Address of the organization. */
  url: string;
  /** As the provider's button calls it. */
  provider: string;
}

/** Mails about accounts at providers: whoever did not do it has to know. */
@Injectable()
export class IdentityMails {
  constructor(
    private readonly repository: IdentityLinksRepository,
    private readonly mailer: Mailer,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** It has happened already: a mail that cannot be sent is logged. */
  async tell({ change, userId, url, provider }: IdentityChange): Promise<void> {
    if (!this.mailer.isConfigured) return;
    try {
      const to = await this.repository.mailAddress(userId);
      if (!to) return;
      const write = textsIn(to.language);
      const text = `${write(`mail.identities.${change}`, { url, provider })}\n\n${write('mail.identities.advice')}`;
      await this.mailer.send({ to: to.email, subject: write('mail.identities.subject', { url }), text });
    } catch (error) {
      this.log.error({ err: error, userId, change }, 'a mail about an account at a provider could not be sent');
    }
  }
}
