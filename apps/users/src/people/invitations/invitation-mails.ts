import { Inject, Injectable } from '@nestjs/common';
import { type Mail, oneLine } from '@stoa/mail';
import { LOGGER, type Logger } from '@stoa/observability';
import { textsIn } from '@stoa/texts';
import { AccountMailer } from '../../shared/account-mails/account-mailer';

/** What a mail about an invitation is made of. */
export interface InvitationMail {
  /** Of the invitation. */
  id: number;
  email: string;
  key: string;
  realmUrl: string;
  organization: string;
  /** Of the organization: there is no account yet. */
  language: string;
  inviter: { fullName: string; email: string };
}

type MailKind = 'invited' | 'waiting';

const AT_ONCE = 4;

/** Invitations by mail, and reminders of them. */
@Injectable()
export class InvitationMails {
  constructor(
    private readonly mailer: AccountMailer,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @throws UnavailableError where no mail can be sent at all */
  requireMail(): void {
    this.mailer.requireMail();
  }

  /** What cannot be sent now is logged: the invitation is there and can be sent again. */
  async invite(invitations: readonly InvitationMail[]): Promise<void> {
    await this.sendAll(invitations, 'invited');
  }

  async remind(invitations: readonly InvitationMail[]): Promise<void> {
    await this.sendAll(invitations, 'waiting');
  }

  private async sendAll(invitations: readonly InvitationMail[], kind: MailKind): Promise<void> {
    const pending = [...invitations];
    const work = async (): Promise<void> => {
      for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
        try {
          await this.mailer.send(invitationMail(next, kind), { kind: 'invitation', id: next.id });
        } catch (error) {
          this.log.error({ err: error }, 'a mail about an invitation could not be sent');
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }
}

function invitationMail({ email, organization, inviter, ...to }: InvitationMail, kind: MailKind): Mail {
  const write = textsIn(to.language);
  const names = { inviter: inviter.fullName, organization: oneLine(organization) };
  return {
    to: email,
    provesAddress: true,
    organization: { name: organization, url: to.realmUrl },
    subject: write(`mail.${kind}Subject`, { ...names, organization }),
    text: write(`mail.${kind}`, { ...names, address: inviter.email, url: to.realmUrl, link: linkOf(to) }),
  };
}

function linkOf({ realmUrl, key }: Pick<InvitationMail, 'realmUrl' | 'key'>): string {
  return `${realmUrl}/accounts/do_confirm/${key}`;
}
