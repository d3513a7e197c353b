import { Inject, Injectable } from '@nestjs/common';
import { UnavailableError } from '@stoa/errors';
import { Mail, Mailer, oneLine } from '@stoa/mail';
import { LOGGER, type Logger } from '@stoa/observability';
import { textsIn } from '@stoa/texts';

/** What a mail about an invitation is made of. */
export interface InvitationMail {
  email: string;
  key: string;
  realmUrl: string;
  organization: string;
  /** Of the organization: there is no account yet. */
  language: string;
  inviter: { fullName: string; email: string };
}

const AT_ONCE = 4;

/** Invitations by mail, and reminders of them. */
@Injectable()
export class InvitationMails {
  constructor(
    private readonly mailer: Mailer,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @throws UnavailableError where no mail can be sent at all */
  requireMail(): void {
    if (!this.mailer.isConfigured) throw new UnavailableError('This server sends no mail', { retryAfterSeconds: 3600 });
  }

  /** What cannot be sent now is logged: the invitation is there and can be sent again. */
  async invite(invitations: readonly InvitationMail[]): Promise<void> {
    await this.sendAll(invitations.map((invitation) => invitationMail(invitation, 'invited')));
  }

  async remind(invitations: readonly InvitationMail[]): Promise<void> {
    await this.sendAll(invitations.map((invitation) => invitationMail(invitation, 'waiting')));
  }

  private async sendAll(mails: readonly Mail[]): Promise<void> {
    const pending = [...mails];
    const work = async (): Promise<void> => {
      for (let mail = pending.shift(); mail !== undefined; mail = pending.shift()) {
        try {
          await this.mailer.send(mail);
        } catch (error) {
          this.log.error({ err: error }, 'a mail about an invitation could not be sent');
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }
}

function invitationMail({ email, organization, inviter, ...to }: InvitationMail, kind: 'invited' | 'waiting'): Mail {
  const write = textsIn(to.language);
  const names = { inviter: inviter.fullName, organization: oneLine(organization) };
  return {
    to: email,
    provesAddress: true,
    subject: write(`mail.${kind}Subject`, { ...names, organization }),
    text: write(`mail.${kind}`, { ...names, address: inviter.email, url: to.realmUrl, link: linkOf(to) }),
  };
}

function linkOf({ realmUrl, key }: Pick<InvitationMail, 'realmUrl' | 'key'>): string {
  return `${realmUrl}/accounts/do_confirm/${key}`;
}
