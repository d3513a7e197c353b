import { Transporter, createTransport } from 'nodemailer';
import { MailDelayedError, MailRefusedError } from './mail-errors';
import { Mail, Mailer } from './mailer';
import { mailDate } from './mail-date';
import { smtpServer } from './smtp-server';
import { withToken } from './token-sender';

/** Of one process. */
const MOST_CONNECTIONS = 8;
const MAILS_PER_CONNECTION = 1_000;

/** Who mails come from. */
export interface SmtpSender {
  sender: string;
  /** Stands before the address where a mail has no name of its own: the installation's. */
  name: string;
  /** The address in the header has a token where the mail proves the recipient's address. */
  usesTokens: boolean;
}

/** Hands mail to an SMTP server, over a few kept connections. */
export class SmtpMailer extends Mailer {
  private readonly transport: Transporter;

  /** @param url such as `smtps://user:password@mail.example.com` */
  constructor(
    url: string,
    private readonly from: SmtpSender,
  ) {
    super();
    this.transport = createTransport({
      pool: true,
      maxConnections: MOST_CONNECTIONS,
      maxMessages: MAILS_PER_CONNECTION,
      ...smtpServer(url),
    });
  }

  protected async deliver(given: Mail): Promise<void> {
    const {
      to,
      toName = '',
      fromName = this.from.name,
      dateMs = Date.now(),
      timezone,
      envelopeFrom,
      fromAddress,
      provesAddress,
      ...mail
    } = given;
    const { sender, usesTokens } = this.from;
    const address = fromAddress ?? (usesTokens && provesAddress ? withToken(sender) : sender);
    try {
      await this.transport.sendMail({
        ...mail,
        from: { name: fromName, address },
        to: { name: toName, address: to },
        envelope: { from: envelopeFrom ?? sender, to },
        ...(mail.messageId === undefined ? {} : { messageId: `<${mail.messageId}>` }),
        date: mailDate(dateMs, timezone),
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
  if (isAboutMail && status >= 500) {
    const code = /\b5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(error.message)?.[1] ?? '';
    return new MailRefusedError(error.message, error, { isOfRecipient: command === 'RCPT TO', code });
  }
  return new MailDelayedError(error.message, !isAboutMail, error);
}
