import { BooleanVariable, NONE, OptionalMailboxVariable, StringVariable } from './variables';

/** Where mail goes, for every service that sends some: one description, since all have the same value. */
export function MailUrlVariable(): PropertyDecorator {
  return StringVariable({
    default: NONE,
    secret: true,
    doc: 'Where mail goes: an SMTP server (smtp://, smtps://, with user and password), a folder for development (file://), or none.',
  });
}

export function MailSenderVariable(): PropertyDecorator {
  return StringVariable({ default: 'noreply@localhost', doc: 'Address that mail comes from.' });
}

/** Whom people hear from first: the service that writes to newcomers and the trial of mails have the same value. */
export function WelcomeMailSenderVariable(): PropertyDecorator {
  return OptionalMailboxVariable({
    default: NONE,
    doc: 'Who welcomes newcomers by mail and reads their answers, such as `Ada of Acme <ada@example.com>`; none = they come from STOA_MAIL_SENDER. The mail server must allow it.',
  });
}

/** Whether there are digests: the service that sends them and the one that tells clients so have the same value. */
export function DigestMailsVariable(): PropertyDecorator {
  return BooleanVariable({
    default: true,
    doc: 'Digests are mailed to people who were away, in organizations that have them switched on.',
  });
}

/** By what mail comes in: the service that makes such addresses and those that read them have the same value. */
export function EmailGatewayPatternVariable(): PropertyDecorator {
  return StringVariable({
    default: NONE,
    doc: "Address that takes mail to channels and answers to mails, `%s` for the mailbox's part, such as `%s@mail.example.com` or `chat+%s@example.com`; without `%s` no mail comes in.",
  });
}
