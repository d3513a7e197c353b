import {
  BooleanVariable,
  DigestMailsVariable,
  EmbeddedBotsVariable,
  IntegerVariable,
  MailSenderVariable,
  MailUrlVariable,
  OptionalUrlVariable,
  OutgoingServiceEnvironment,
  StringVariable,
  UrlVariable,
} from '@stoa/config';

export class UsersEnvironment extends OutgoingServiceEnvironment {
  @IntegerVariable({
    default: 6,
    min: 1,
    doc: 'Registrations that one process works on at the same time; keep it below STOA_DATABASE_POOL_SIZE.',
  })
  STOA_REGISTER_CONCURRENCY!: number;

  @IntegerVariable({ default: 3_000, doc: 'Milliseconds that a registration waits for its turn before it gets 429.' })
  STOA_REGISTER_WAIT_MS!: number;

  @IntegerVariable({
    default: 200,
    min: 1,
    doc: 'Event queues that one user may have; one more ends the one that is missed least.',
  })
  STOA_QUEUES_PER_USER!: number;

  @IntegerVariable({
    default: 90,
    min: 1,
    max: 100,
    doc: 'Percent of the maxmemory of Redis above which no event queues are made: the rest is for events.',
  })
  STOA_QUEUE_MEMORY_PERCENT!: number;

  @IntegerVariable({ default: 2, min: 1, doc: 'Passwords that one process hashes at the same time.' })
  STOA_PASSWORD_CONCURRENCY!: number;

  @IntegerVariable({
    default: 5_000,
    doc: 'Milliseconds that a password waits for its turn before its request gets 429 or 503; a fifth of a second while the queue stands.',
  })
  STOA_PASSWORD_WAIT_MS!: number;

  @IntegerVariable({
    default: 14,
    min: 1,
    max: 400,
    doc: 'Days without use after which the session of a browser ends; polls for events are no use.',
  })
  STOA_SESSION_IDLE_DAYS!: number;

  @IntegerVariable({
    default: 90,
    min: 1,
    max: 400,
    doc: 'Days after which the session of a browser ends, used or not. Browsers keep no cookie longer than 400 days.',
  })
  STOA_SESSION_LONGEST_DAYS!: number;

  @IntegerVariable({
    default: 50,
    min: 1,
    max: 1_000,
    doc: 'Browsers that an account may be signed in with at a time; the one that was used longest ago is signed out.',
  })
  STOA_SESSIONS_PER_ACCOUNT!: number;

  @IntegerVariable({
    default: 1_000,
    min: 1,
    doc: 'Invitations by mail that an organization sends in a day, sent again included; who is no administrator sends a tenth of them.',
  })
  STOA_INVITATIONS_PER_DAY!: number;

  @OptionalUrlVariable({
    default: 'https://meet.jit.si',
    schemes: ['http', 'https'],
    doc: 'Jitsi server of video calls; none offers no such calls.',
  })
  STOA_JITSI_SERVER_URL!: string;

  @OptionalUrlVariable({
    default: 'none',
    schemes: ['http', 'https'],
    doc: 'BigBlueButton server of video calls, such as `https://bbb.example.com/bigbluebutton/`; none offers no such calls.',
  })
  STOA_BIG_BLUE_BUTTON_URL!: string;

  @StringVariable({ default: 'none', secret: true, doc: 'Shared secret of the BigBlueButton server.' })
  STOA_BIG_BLUE_BUTTON_SECRET!: string;

  @StringVariable({ default: 'none', doc: 'Client ID of the app at Zoom; none offers no such calls.' })
  STOA_ZOOM_CLIENT_ID!: string;

  @StringVariable({ default: 'none', secret: true, doc: 'Client secret of the app at Zoom.' })
  STOA_ZOOM_CLIENT_SECRET!: string;

  @StringVariable({
    default: 'none',
    doc: 'Account at Zoom in which the service makes calls (a server-to-server app); with none, people connect accounts of their own.',
  })
  STOA_ZOOM_ACCOUNT_ID!: string;

  @UrlVariable({ default: 'https://zoom.us', schemes: ['http', 'https'], doc: 'Where Zoom authorizes.' })
  STOA_ZOOM_OAUTH_URL!: string;

  @UrlVariable({ default: 'https://api.zoom.us', schemes: ['http', 'https'], doc: 'Where the API of Zoom is.' })
  STOA_ZOOM_API_URL!: string;

  @EmbeddedBotsVariable()
  STOA_EMBEDDED_BOTS!: boolean;

  @BooleanVariable({ default: true, doc: 'Organizations may have channels that are readable without login.' })
  STOA_WEB_PUBLIC_CHANNELS!: boolean;

  @BooleanVariable({
    default: false,
    doc: 'Whether guests who cannot access all users get the presence of accessible users only.',
  })
  STOA_PRESENCE_LIMITED_BY_ACCESS!: boolean;

  @MailUrlVariable()
  STOA_MAIL_URL!: string;

  @MailSenderVariable()
  STOA_MAIL_SENDER!: string;

  @DigestMailsVariable()
  STOA_DIGEST_MAILS!: boolean;

  @BooleanVariable({
    default: true,
    doc: 'Mails tell people of logins from new browsers, if they have not switched that off.',
  })
  STOA_LOGIN_MAILS!: boolean;

  @BooleanVariable({
    default: false,
    doc: 'Mails whose link proves an address come from noreply-TOKEN@… instead of STOA_MAIL_SENDER: for domains with help desks that mail back what they get. The mail server must allow such senders.',
  })
  STOA_MAIL_TOKEN_SENDERS!: boolean;

  @StringVariable({ default: 'support@localhost', doc: 'Address that users are told to write to for help.' })
  STOA_SUPPORT_EMAIL!: string;
}
