import { Transporter, createTransport } from 'nodemailer';
import { MailDelayedError, MailRefusedError } from './mail-errors';
import { Mail, Mailer } from './mailer';

/** Milliseconds for each of connecting, the greeting and an answer: a request waits for it. */
const PATIENCE_MS = 5_000;

/** Of one process. */
const MOST_CONNECTIONS = 8;
const MAILS_PER_CONNECTION = 1_000;

/** Hands mail to an SMTP server, over a few kept connections. */
export class SmtpMailer extends Mailer {
  private readonly transport: Transporter;

  /** @param url such as `smtps://user:password@mail.example.com` */
  constructor(
    url: string,
    private readonly sender: string,
  ) {
    super();
    const { protocol, hostname, port, username, password } = new URL(url);
    this.transport = createTransport({
      pool: true,
      maxConnections: MOST_CONNECTIONS,
      maxMessages: MAILS_PER_CONNECTION,
      host: hostname,
      port: port === '' ? undefined : Number(port),
      secure: protocol === 'smtps:',
      auth: username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
    });
  }

  protected async deliver({ to, toName = '', fromName, dateMs, headers, ...mail }: Mail): Promise<void> {
    const from = fromName === undefined ? this.sender : { name: fromName, address: this.sender };
    try {
      await this.transport.sendMail({
        ...mail,
        from,
        to: { name: toName, address: to },
        ...(mail.messageId === undefined ? {} : { messageId: `<${mail.messageId}>` }),
        ...(dateMs === undefined ? {} : { date: new Date(dateMs) }),
        ...(headers === undefined ? {} : { headers: { ...headers } }),
      });
    } catch (error) {
      throw failureOf(error);
    }
  }

  override close(): void {
    this.transport.close();
  }
}

/** Commands whose refusal is about this mail; that of others, as of the sender, holds for all mails. */
const ABOUT_THE_MAIL: ReadonlySet<string> = new Set(['RCPT TO', 'DATA']);

function failureOf(error: unknown): Error {
  if (!(error instanceof Error)) return new MailDelayedError('the mail server failed', true, error);
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0;
  const command = 'command' in error && typeof error.command === 'string' ? error.command : '';
  // 421: the server is going away, whatever it was told.
  const isAboutMail = ABOUT_THE_MAIL.has(command) && status >= 400 && status !== 421;
  if (isAboutMail && status >= 500) return new MailRefusedError(error.message, error);
  return new MailDelayedError(error.message, !isAboutMail, error);
}
