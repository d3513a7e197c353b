import { Injectable } from '@nestjs/common';
import { type Mail, type MailOrganization, oneLine } from '@stoa/mail';
import type { PasswordResetMail } from '@stoa/policy';
import { type Write, textsIn } from '@stoa/texts';
import { UsersEnvironment } from '../../users-environment';
import { AccountMailer, ofAccount } from '../../shared/account-mails/account-mailer';

/** What a mail about a forgotten password is made of. */
export interface AnsweredRequest {
  kind: PasswordResetMail;
  /** Who has the address in the organization; null: nobody who is active. */
  userId: number | null;
  email: string;
  key: string;
  language: string;
  /** Of who has the address; '' for nobody. */
  timezone: string;
  realmUrl: string;
  organization: string;
  /** Other organizations in which the address has an account. */
  elsewhere: readonly { organization: string; url: string }[];
}

/** Mails about passwords (identity.md 7). */
@Injectable()
export class PasswordResetMails {
  constructor(
    private readonly mailer: AccountMailer,
    private readonly environment: UsersEnvironment,
  ) {}

  /** @throws UnavailableError where no mail can be sent at all */
  requireMail(): void {
    this.mailer.requireMail();
  }

  /** @throws DomainError, UnavailableError when it could not be handed over */
  async answer(request: AnsweredRequest): Promise<void> {
    const { userId, language, timezone, organization: name, realmUrl: url } = request;
    const fromName = this.senderName(textsIn(language));
    const mail = { ...answerMail(request), organization: { name, url }, fromName, timezone };
    await this.mailer.send(mail, userId === null ? null : ofAccount(userId));
  }

  /** Whoever did not do it has to know. */
  async tellChanged(
    to: { userId: number; organization: MailOrganization } & Pick<AnsweredRequest, 'email' | 'language' | 'timezone'>,
  ): Promise<void> {
    const write = textsIn(to.language);
    const { email, timezone, organization } = to;
    const { url } = organization;
    const text = write('mail.passwordChanged', { url, link: `${url}/accounts/password/reset/` });
    const subject = write('mail.passwordChangedSubject', { url });
    const fromName = this.senderName(write);
    await this.mailer.send({ to: email, fromName, subject, text, timezone, organization }, ofAccount(to.userId));
  }

  private senderName(write: Write): string {
    return write('accountMail.security', { installation: this.environment.STOA_INSTALLATION_NAME });
  }
}

function answerMail({ kind, email, key, language, realmUrl: url, organization, elsewhere }: AnsweredRequest): Mail {
  const write = textsIn(language);
  const subject = write('mail.passwordResetSubject', { organization });
  const name = oneLine(organization);
  const values = { email, url, organization: name };
  switch (kind) {
    case 'link':
      return {
        to: email,
        provesAddress: true,
        subject,
        text: write('mail.passwordReset', { ...values, link: `${url}/accounts/password/reset/${key}/` }),
      };
    case 'directory':
      return { to: email, subject, text: write('mail.passwordResetDirectory', values) };
    case 'deactivated':
      return { to: email, subject, text: write('mail.passwordResetDeactivated', values) };
    case 'elsewhere': {
      const list = elsewhere.map((place) => `- ${oneLine(place.organization)}: ${place.url}`).join('\n');
      return { to: email, subject, text: write('mail.passwordResetElsewhere', { ...values, list }) };
    }
    case 'nobody':
      return { to: email, subject, text: write('mail.passwordResetNobody', values) };
  }
}
