import { Inject, Injectable } from '@nestjs/common';
import { UnavailableError } from '@stoa/errors';
import { Mail, Mailer, oneLine } from '../../shared/mail/mailer';
import { LOGGER, type Logger } from '@stoa/observability';

/** What a mail about an invitation is made of. */
export interface InvitationMail {
  email: string;
  key: string;
  realmUrl: string;
  organization: string;
  inviter: { fullName: string; email: string };
}

const AT_ONCE = 4;

/** Mails that lead to an account: invitations, reminders of them, links to sign up by. */
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
    await this.sendAll(invitations.map((invitation) => invitationMail(invitation, 'has invited you to join')));
  }

  async remind(invitations: readonly InvitationMail[]): Promise<void> {
    await this.sendAll(invitations.map((invitation) => invitationMail(invitation, 'is still waiting for you to join')));
  }

  /** The link by which an address signs up. */
  async confirmAddress(to: { email: string; key: string; realmUrl: string; organization: string }): Promise<void> {
    await this.mailer.send({
      to: to.email,
      subject: `Finish your registration with ${to.organization}`,
      text: [
        `You recently signed up for ${oneLine(to.organization)}.`,
        `Open this link within a day to choose a name and a password:\n\n${to.realmUrl}/accounts/do_confirm/${to.key}`,
        'If it was not you, ignore this mail: nothing has happened.',
      ].join('\n\n'),
    });
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

function invitationMail({ email, key, realmUrl, organization, inviter }: InvitationMail, does: string): Mail {
  return {
    to: email,
    subject: `${inviter.fullName} ${does} ${organization}`,
    text: [
      `${inviter.fullName} (${inviter.email}) ${does} ${oneLine(organization)} at ${realmUrl}.`,
      `Open this link to accept:\n\n${realmUrl}/accounts/do_confirm/${key}`,
      'If you do not know who invites you, ignore this mail.',
    ].join('\n\n'),
  };
}
