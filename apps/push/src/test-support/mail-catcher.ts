import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail as the server got it. */
export interface CaughtMail {
  /** Of the envelope. */
  from: string;
  to: string;
  /** Header fields by their names in lower case; folded lines are one. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

type Mode = 'ok' | 'later' | 'refuse' | 'busy';
const STATUS: Readonly<Record<Exclude<Mode, 'ok'>, number>> = { later: 451, refuse: 550, busy: 421 };

/** A mail server that takes everything, or what its mode says, and remembers it. */
export class MailCatcher {
  readonly mails: CaughtMail[] = [];
  /** Mails that were not taken. */
  failures = 0;
  mode: Mode = 'ok';
  /** Recipients whom the server does not know. */
  readonly unknown = new Set<string>();

  private constructor(
    private readonly server: SMTPServer,
    private readonly port: number,
  ) {}

  static async start(): Promise<MailCatcher> {
    const catchers: MailCatcher[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) => {
        const isUnknown = catchers[0]?.unknown.has(address);
        done(isUnknown ? Object.assign(new Error('5.1.1 no such user'), { responseCode: 550 }) : undefined);
      },
      onData: (stream, { envelope: { mailFrom, rcptTo } }, done) => {
        const from = mailFrom === false ? '' : mailFrom.address;
        void text(stream).then((source) => done(catchers[0]?.take({ from, to: rcptTo[0]?.address ?? '' }, source)));
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const catcher = new MailCatcher(server, (server.server.address() as AddressInfo).port);
    catchers.push(catcher);
    return catcher;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  to(address: string): CaughtMail[] {
    return this.mails.filter((mail) => mail.to === address);
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(resolve));
  }

  /** @returns why it is not taken */
  private take({ from, to }: { from: string; to: string }, source: string): Error | null {
    if (this.mode !== 'ok') {
      this.failures++;
      return Object.assign(new Error('no'), { responseCode: STATUS[this.mode] });
    }
    const end = source.indexOf('\r\n\r\n');
    const fields = source
      .slice(0, end)
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n');
    const headers = Object.fromEntries(
      fields.map((field) => [field.slice(0, field.indexOf(':')).toLowerCase(), field.slice(field.indexOf(':') + 2)]),
    );
    this.mails.push({ from, to, headers, body: source.slice(end + 4) });
    return null;
  }
}
