import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { delay } from './clock';

const POLL_MS = 25;

/** A mail as the sink got it. */
export interface HandedMail {
  /** UNIX milliseconds. */
  at: number;
  messageId: string;
}

/** A mail server that takes everything and keeps nothing but ids and times. */
export class MailSink {
  private mails: HandedMail[] = [];

  private constructor(private readonly server: SMTPServer) {}

  static async start(): Promise<MailSink> {
    const take: { into: MailSink | null } = { into: null };
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      maxClients: 1_000,
      onData: (stream, _session, done) => {
        let head = '';
        stream.on('data', (chunk: Buffer) => {
          if (head.length < 8_192) head += chunk.toString('latin1');
        });
        stream.on('end', () => {
          const messageId = /^message-id: *(\S+)/im.exec(head)?.[1] ?? '';
          take.into?.mails.push({ at: Date.now(), messageId });
          done();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const sink = new MailSink(server);
    take.into = sink;
    return sink;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  /** The next `count` mails. @throws Error when they have not come in time, or one has come twice */
  async collect(count: number, patienceMs = 120_000): Promise<HandedMail[]> {
    const deadline = Date.now() + patienceMs;
    while (this.mails.length < count) {
      if (Date.now() > deadline) throw new Error(`${this.mails.length} of ${count} mails have come`);
      await delay(POLL_MS);
    }
    const found = this.mails;
    this.mails = [];
    if (new Set(found.map(({ messageId }) => messageId)).size !== found.length) throw new Error('a mail came twice');
    return found;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(resolve));
  }
}
