import {
  ChoiceVariable,
  EmailGatewayPatternVariable,
  EmbeddedBotsVariable,
  IntegerVariable,
  OutgoingServiceEnvironment,
  StringVariable,
} from '@stoa/config';

export class MessagesEnvironment extends OutgoingServiceEnvironment {
  @IntegerVariable({
    default: 2_419_200,
    doc: 'Age in seconds from which an uploaded file that no message refers to is removed.',
  })
  STOA_UPLOAD_UNCLAIMED_SECONDS!: number;

  @IntegerVariable({ default: 3_600, min: 1, doc: 'Seconds between two looks for files that nobody needs.' })
  STOA_UPLOAD_CLEANUP_SECONDS!: number;

  @IntegerVariable({ default: 3_600, min: 1, doc: 'Seconds between two counts of what is written in channels.' })
  STOA_CHANNEL_ACTIVITY_SECONDS!: number;

  @IntegerVariable({ default: 3_600, min: 1, doc: 'Seconds between two looks for messages that are kept no longer.' })
  STOA_RETENTION_SECONDS!: number;

  @StringVariable({
    default: 'none',
    secret: true,
    doc: 'A standby of the PostgreSQL primary, or an address of several: it answers what reads history, as long as it has all that was committed.',
  })
  STOA_DATABASE_STANDBY_URL!: string;

  @IntegerVariable({
    default: 200,
    min: 1,
    doc: 'Messages a second that are rendered again in the background after a release with another renderer.',
  })
  STOA_RERENDER_PER_SECOND!: number;

  @EmbeddedBotsVariable()
  STOA_EMBEDDED_BOTS!: boolean;

  @EmailGatewayPatternVariable()
  STOA_EMAIL_GATEWAY_PATTERN!: string;

  @ChoiceVariable({
    default: 'refuse',
    choices: ['refuse', 'hold'],
    doc: 'What becomes of an answer to a mail that comes from another mail domain than its account has: refused, or held as a draft of the user, who is told.',
  })
  STOA_MAIL_IN_FOREIGN_REPLIES!: 'refuse' | 'hold';

  @IntegerVariable({
    default: 7,
    min: 0,
    max: 365,
    doc: 'Days for which the owners of outgoing webhook bots can look at the calls of their services; 0 remembers none.',
  })
  STOA_WEBHOOK_LOG_DAYS!: number;

  @IntegerVariable({
    default: 10,
    min: 1,
    max: 45,
    doc: 'Seconds for which the service of an outgoing webhook bot is waited for; at most 15 in a test.',
  })
  STOA_WEBHOOK_TIMEOUT_SECONDS!: number;

  @IntegerVariable({
    default: 600,
    min: 0,
    max: 86_400,
    doc: 'Seconds after a message in which the service of an outgoing webhook bot is called again if it failed, three times at most; an answer that comes later is noise. 0 calls once.',
  })
  STOA_WEBHOOK_RETRY_SECONDS!: number;
}
