import { Injectable } from '@nestjs/common';
import { type Mail, oneLine } from '@stoa/mail';
import { textsIn } from '@stoa/texts';
import { AccountMailer } from '../../shared/account-mails/account-mailer';

/** Whom a mail about signing up goes to, and what it says. */
export interface SignUpMail {
  /** `member` and `deactivated`: there is an account already. */
  kind: 'link' | 'member' | 'deactivated';
  email: string;
  key: string;
  realmUrl: string;
  organization: string;
  /** Of the organization: whose address it is is not known. */
  language: string;
}

/** Mails to addresses that want to join. */
@Injectable()
export class SignUpMails {
  constructor(private readonly mailer: AccountMailer) {}

  /** @throws UnavailableError where no mail can be sent at all */
  requireMail(): void {
    this.mailer.requireMail();
  }

  /** @throws DomainError, UnavailableError when it could not be handed over */
  async send(mail: SignUpMail): Promise<void> {
    const { organization: name, realmUrl: url } = mail;
    await this.mailer.send({ ...mailOf(mail), organization: { name, url } }, null);
  }
}

function mailOf({ kind, email: to, key, realmUrl: url, organization, language }: SignUpMail): Mail {
  const write = textsIn(language);
  const name = oneLine(organization);
  switch (kind) {
    case 'link': {
      const link = `${url}/accounts/do_confirm/${key}`;
      const subject = write('mail.signUpSubject', { organization });
      return { to, provesAddress: true, subject, text: write('mail.signUp', { organization: name, link }) };
    }
    case 'member': {
      const values = { organization: name, url: `${url}/login/`, link: `${url}/accounts/password/reset/` };
      return {
        to,
        subject: write('mail.signUpMemberSubject', { organization }),
        text: write('mail.signUpMember', values),
      };
    }
    case 'deactivated':
      return {
        to,
        subject: write('mail.signUpMemberSubject', { organization }),
        text: write('mail.signUpDeactivated', { organization: name }),
      };
  }
}
