import {
  BooleanVariable,
  ConfigurationError,
  DigestMailsVariable,
  EmailGatewayPatternVariable,
  HostServiceEnvironment,
  IntegerVariable,
  MailSenderVariable,
  MailUrlVariable,
  type Mailbox,
  NONE,
  OptionalUrlVariable,
  StringVariable,
  WelcomeMailSenderVariable,
  mailboxOf,
} from '@stoa/config';

export class PushEnvironment extends HostServiceEnvironment {
  @OptionalUrlVariable({
    default: NONE,
    schemes: ['http', 'https'],
    doc: 'Base URL of the relay for mobile push notifications; none = no push.',
  })
  STOA_PUSH_RELAY_URL!: string;

  @StringVariable({ default: NONE, doc: 'UUID by which the push relay knows this service.' })
  STOA_PUSH_RELAY_ORG_ID!: string;

  @StringVariable({ default: NONE, secret: true, doc: 'Key of that UUID, 64 characters.' })
  STOA_PUSH_RELAY_ORG_KEY!: string;

  @StringVariable({
    secret: true,
    minLength: 32,
    doc: 'Secret under which the push keys of devices are stored; with another one no device can be reached.',
  })
  STOA_PUSH_KEY_SECRET!: string;

  @MailUrlVariable()
  STOA_MAIL_URL!: string;

  @MailSenderVariable()
  STOA_MAIL_SENDER!: string;

  @WelcomeMailSenderVariable()
  STOA_WELCOME_MAIL_SENDER!: string;

  @EmailGatewayPatternVariable()
  STOA_EMAIL_GATEWAY_PATTERN!: string;

  @DigestMailsVariable()
  STOA_DIGEST_MAILS!: boolean;

  @BooleanVariable({
    default: true,
    doc: 'Mails have envelope senders in the domain of STOA_EMAIL_GATEWAY_PATTERN, by which it is known what comes back.',
  })
  STOA_MAIL_BOUNCE_SENDERS!: boolean;

  @IntegerVariable({
    default: 0,
    doc: 'Mails of this service to addresses of one domain in a minute, of all processes together; the others wait. 0 = as many as there are: most mail servers see to that themselves.',
  })
  STOA_MAIL_DOMAIN_PER_MINUTE!: number;

  get isPushConfigured(): boolean {
    return this.STOA_PUSH_RELAY_URL !== NONE;
  }

  /** Null: nobody in particular. */
  get welcomeMailSender(): Mailbox | null {
    return mailboxOf(this.STOA_WELCOME_MAIL_SENDER);
  }

  /** Pattern of the envelope senders of mails; none = they have that of all mails. */
  get bounceSenderPattern(): string {
    return this.STOA_MAIL_BOUNCE_SENDERS ? this.STOA_EMAIL_GATEWAY_PATTERN : NONE;
  }

  /** @throws ConfigurationError if the relay is set and the credentials for it are not */
  assertComplete(): void {
    if (!this.isPushConfigured) return;
    for (const name of ['STOA_PUSH_RELAY_ORG_ID', 'STOA_PUSH_RELAY_ORG_KEY'] as const) {
      if (this[name] === NONE) throw new ConfigurationError(`${name}: must be set where STOA_PUSH_RELAY_URL is`);
    }
  }
}
