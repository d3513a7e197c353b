import {
  BooleanVariable,
  ChoiceVariable,
  ConfigurationError,
  EmailGatewayPatternVariable,
  IntegerVariable,
  OutgoingServiceEnvironment,
  NONE,
  OptionalUrlVariable,
  StringVariable,
} from '@stoa/config';
import { isNetwork } from './http/network';

/** Settings of the HTTP edge. */
export class GatewayEnvironment extends OutgoingServiceEnvironment {
  @IntegerVariable({ default: 9991, max: 65535, doc: 'Port that clients connect to; 0 picks a free one.' })
  STOA_HTTP_PORT!: number;

  @StringVariable({ default: '127.0.0.1', doc: 'Address that clients connect to; 0.0.0.0 in a container.' })
  STOA_HTTP_HOST!: string;

  @StringVariable({
    default: 'none',
    doc: 'Addresses and networks, comma separated, whose X-Forwarded-* headers are believed; none believes nobody.',
  })
  STOA_TRUSTED_PROXIES!: string;

  @StringVariable({
    default: 'none',
    doc: 'Header in which a proxy names who has signed in there, at /accounts/login/sso/ alone; none for no such proxy.',
  })
  STOA_REMOTE_USER_HEADER!: string;

  @StringVariable({
    default: 'none',
    doc: 'Addresses and networks, comma separated, from which that header is believed: those that connect, whatever X-Forwarded-* says.',
  })
  STOA_REMOTE_USER_PROXIES!: string;

  @StringVariable({
    default: 'none',
    doc: 'Text that the proxy sends with it in X-Remote-User-Secret; none where its address is enough.',
  })
  STOA_REMOTE_USER_SECRET!: string;

  @IntegerVariable({ default: 2_621_440, min: 1_024, doc: 'Largest request body without its files, in bytes.' })
  STOA_HTTP_BODY_BYTES!: number;

  @IntegerVariable({ default: 30, min: 1, doc: 'Seconds after which a request that was not answered is given up.' })
  STOA_HTTP_DEADLINE_SECONDS!: number;

  @IntegerVariable({
    default: 16_000,
    min: 1,
    doc: 'Connections of clients that one process keeps; requests on further ones get 503. A held poll is one of them.',
  })
  STOA_HTTP_CONNECTIONS!: number;

  @IntegerVariable({
    default: 256,
    min: 1,
    doc: 'Requests that one process works on at the same time, polls and files apart; an organization gets three quarters at most.',
  })
  STOA_HTTP_REQUESTS!: number;

  @IntegerVariable({
    default: 512,
    min: 1,
    doc: 'Polls that one process looks up at the same time, those that are held not counted.',
  })
  STOA_HTTP_POLLS!: number;

  @IntegerVariable({ default: 64, min: 1, doc: 'Requests with files that one process receives at the same time.' })
  STOA_HTTP_UPLOADS!: number;

  @IntegerVariable({
    default: 256,
    min: 1,
    doc: 'Files that one process sends at the same time; an organization gets three quarters at most, a user an eighth.',
  })
  STOA_HTTP_DOWNLOADS!: number;

  @IntegerVariable({
    default: 16_777_216,
    min: 1_048_576,
    doc: 'Bytes of stored files a second that one process sends to one organization; a user gets half of it at most.',
  })
  STOA_HTTP_DOWNLOAD_BYTES_PER_SECOND!: number;

  @IntegerVariable({
    default: 262_144,
    min: 65_536,
    doc: 'Characters of long texts a second that one process takes of one organization; a user gets a quarter at most.',
  })
  STOA_HTTP_TEXT_CHARACTERS_PER_SECOND!: number;

  @IntegerVariable({
    default: 2_000,
    doc: 'Milliseconds that a request waits for its turn before it gets 429 or 503; a tenth of a second while the queue stands.',
  })
  STOA_HTTP_WAIT_MS!: number;

  @IntegerVariable({
    default: 134_217_728,
    min: 1_048_576,
    doc: 'Bytes of request bodies over 16 KiB that one process holds; an organization gets half at most.',
  })
  STOA_HTTP_BODIES_BYTES!: number;

  @IntegerVariable({
    default: 134_217_728,
    min: 65_536,
    doc: 'Bytes of answers that clients have not read that one process holds; beyond them the oldest connections end.',
  })
  STOA_HTTP_UNREAD_BYTES!: number;

  @IntegerVariable({ default: 15, min: 1, doc: 'Seconds in which the header of a request must have arrived.' })
  STOA_HTTP_HEADER_SECONDS!: number;

  @IntegerVariable({
    default: 20,
    min: 1,
    doc: 'Seconds after which a client that sends its body below 500 bytes a second, or reads nothing of its answer, is given up.',
  })
  STOA_HTTP_STALL_SECONDS!: number;

  @IntegerVariable({
    default: 75,
    min: 1,
    doc: 'Seconds that a connection stays open without a request; more than load balancers in front keep theirs.',
  })
  STOA_HTTP_KEEP_ALIVE_SECONDS!: number;

  @IntegerVariable({
    default: 10,
    doc: 'Seconds for which a stopping process goes on serving the connections that it has; it ends when they have.',
  })
  STOA_HTTP_DRAIN_SECONDS!: number;

  @IntegerVariable({
    default: 45,
    min: 1,
    max: 50,
    doc: 'Seconds for which a long poll is held at least before its heartbeat; each adds a random number up to ten.',
  })
  STOA_POLL_HOLD_SECONDS!: number;

  @BooleanVariable({ default: false, doc: 'The root host is a landing page without an organization of its own.' })
  STOA_ROOT_LANDING_PAGE!: boolean;

  @BooleanVariable({ default: true, doc: 'Organizations may have channels that are readable without login.' })
  STOA_WEB_PUBLIC_CHANNELS!: boolean;

  @StringVariable({
    default: 'dist/web',
    doc: 'Folder of the web client, below the working directory unless absolute; none, or a folder without index.html: no client is served.',
  })
  STOA_WEB_DIR!: string;

  @OptionalUrlVariable({
    default: NONE,
    schemes: ['http', 'https'],
    doc: 'Base URL of the relay for mobile push notifications; none = no push.',
  })
  STOA_PUSH_RELAY_URL!: string;

  @IntegerVariable({
    default: 134_217_728,
    doc: 'Bytes of shared parts of answers (user lists of registrations) that one process keeps.',
  })
  STOA_FRAGMENT_CACHE_BYTES!: number;

  @IntegerVariable({ default: 16, min: 1, doc: 'Registrations that one process has under way at the same time.' })
  STOA_HTTP_REGISTRATIONS!: number;

  @IntegerVariable({ default: 3_000, doc: 'Milliseconds that a registration waits for its turn before it gets 429.' })
  STOA_HTTP_REGISTRATION_WAIT_MS!: number;

  @EmailGatewayPatternVariable()
  STOA_EMAIL_GATEWAY_PATTERN!: string;

  @IntegerVariable({ default: 0, max: 65535, doc: 'Port at which the mail server hands over mail; 0 takes none.' })
  STOA_MAIL_IN_PORT!: number;

  @StringVariable({
    default: '127.0.0.1',
    doc: 'Address of that port; 0.0.0.0 in a container. Only the mail server may reach it: it asks for no password.',
  })
  STOA_MAIL_IN_HOST!: string;

  @ChoiceVariable({ default: 'lmtp', choices: ['lmtp', 'smtp'], doc: 'What is spoken there.' })
  STOA_MAIL_IN_PROTOCOL!: 'lmtp' | 'smtp';

  @IntegerVariable({ default: 26_214_400, min: 65_536, max: 104_857_600, doc: 'Largest mail that comes in, in bytes.' })
  STOA_MAIL_IN_BYTES!: number;

  @StringVariable({
    default: 'none',
    doc: 'File with the certificate, and those that signed it, for STARTTLS there (PEM); none offers no TLS.',
  })
  STOA_MAIL_IN_CERTIFICATE!: string;

  @StringVariable({ default: 'none', doc: 'File with the key of that certificate (PEM).' })
  STOA_MAIL_IN_KEY!: string;

  @ChoiceVariable({
    default: 'offered',
    choices: ['offered', 'required'],
    doc: 'Whether mail is taken there without TLS, where there is a certificate.',
  })
  STOA_MAIL_IN_TLS!: 'offered' | 'required';

  @StringVariable({
    default: 'none',
    doc: 'Addresses and networks, comma separated, of proxies whose connections begin with the PROXY protocol (version 1 or 2).',
  })
  STOA_MAIL_IN_PROXIES!: string;

  @BooleanVariable({
    default: false,
    doc: 'on goes on with the traces that requests name in traceparent; for gateways that only a trusted proxy reaches.',
  })
  STOA_TRACE_FROM_CLIENTS!: boolean;

  /** @throws ConfigurationError also for a certificate without its key, and proxies that are no addresses */
  override assertComplete(): void {
    super.assertComplete();
    const { STOA_MAIL_IN_CERTIFICATE: certificate, STOA_MAIL_IN_KEY: key, STOA_MAIL_IN_TLS: tls } = this;
    if ((certificate === NONE) !== (key === NONE)) {
      throw new ConfigurationError('STOA_MAIL_IN_CERTIFICATE and STOA_MAIL_IN_KEY: must be set together');
    }
    if (tls === 'required' && certificate === NONE) {
      throw new ConfigurationError('STOA_MAIL_IN_CERTIFICATE: must be set where STOA_MAIL_IN_TLS is required');
    }
    if (this.STOA_MAIL_IN_PROXIES === NONE) return;
    const wrong = this.STOA_MAIL_IN_PROXIES.split(',').find((text) => !isNetwork(text.trim()));
    if (wrong !== undefined) throw new ConfigurationError(`STOA_MAIL_IN_PROXIES: ${wrong.trim()} is not an address`);
  }
}
