import { Transporter, createTransport } from 'nodemailer';
import { Mail, Mailer } from './mailer';

/** Milliseconds for each of connecting, the greeting and an answer: a request waits for it. */
const PATIENCE_MS = 5_000;

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
      host: hostname,
      port: port === '' ? undefined : Number(port),
      secure: protocol === 'smtps:',
      auth: username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
    });
  }

  protected async deliver({ to, subject, text }: Mail): Promise<void> {
    await this.transport.sendMail({ from: this.sender, to: { name: '', address: to }, subject, text });
  }

  override close(): void {
    this.transport.close();
  }
}
