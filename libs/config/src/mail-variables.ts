import { NONE, StringVariable } from './variables';

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

/** By what mail comes in: the service that makes such addresses and those that read them have the same value. */
export function EmailGatewayPatternVariable(): PropertyDecorator {
  return StringVariable({
    default: NONE,
    doc: "Address that takes mail to channels and answers to mails, `%s` for the mailbox's part, such as `%s@mail.example.com` or `chat+%s@example.com`; without `%s` no mail comes in.",
  });
}
