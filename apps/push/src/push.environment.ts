import {
  BooleanVariable,
  ConfigurationError,
  EmailGatewayPatternVariable,
  HostServiceEnvironment,
  MailSenderVariable,
  MailUrlVariable,
  NONE,
  OptionalUrlVariable,
  StringVariable,
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

  @EmailGatewayPatternVariable()
  STOA_EMAIL_GATEWAY_PATTERN!: string;

  @BooleanVariable({
    default: true,
    doc: 'Digests are mailed to people who were away, in organizations that have them switched on.',
  })
  STOA_DIGEST_MAILS!: boolean;

  get isPushConfigured(): boolean {
    return this.STOA_PUSH_RELAY_URL !== NONE;
  }

  /** @throws ConfigurationError if the relay is set and the credentials for it are not */
  assertComplete(): void {
    if (!this.isPushConfigured) return;
    for (const name of ['STOA_PUSH_RELAY_ORG_ID', 'STOA_PUSH_RELAY_ORG_KEY'] as const) {
      if (this[name] === NONE) throw new ConfigurationError(`${name}: must be set where STOA_PUSH_RELAY_URL is`);
    }
  }
}
