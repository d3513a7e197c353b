import { BeforeApplicationShutdown, Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { Admission } from '@stoa/lifecycle';
import { LOGGER, type Logger } from '@stoa/observability';
import { NONE } from '@stoa/config';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { GatewayEnvironment } from '../gateway-environment';
import { type Certificate, readCertificate } from './mail-certificate';
import { MailIntake } from './mail-intake';
import { MailMetrics } from './mail-metrics';
import { Mailboxes } from './mailboxes';
import { admitProxies } from './proxied-connections';
import type { Recipient } from './recipient';
import { MailReports } from './reports/mail-reports';
import { SMTP, SmtpRefusal } from './smtp-answer';

const MOST_CONNECTIONS = 64;
/** A mail server opens twenty by itself. */
const MOST_OF_ONE_PEER = 32;
const MOST_RECIPIENTS = 50;
/** Mails that one process holds at the same time; the others wait on their connections. */
const AT_ONCE = 4;
const LONGEST_WAIT_MS = 60_000;
const SILENCE_MS = 120_000;
const DRAIN_MS = 10_000;
/** Certificates are renewed in their files weeks before they end. */
const CERTIFICATE_MS = 3_600_000;

/** The end of LMTP, or SMTP, that the mail server of the installation hands mail to (mail-and-integrations.md 4.3). */
@Injectable()
export class MailListener implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private server: SMTPServer | undefined;
  private renewal: NodeJS.Timeout | undefined;
  /** Where connections come from, by their ids. */
  private readonly peers = new Map<string, string>();
  private readonly opened = new WeakMap<SMTPServerSession, Map<string, Recipient>>();
  private readonly places = new Admission({ concurrent: AT_ONCE, longestWaitMs: LONGEST_WAIT_MS });

  constructor(
    private readonly environment: GatewayEnvironment,
    private readonly mailboxes: Mailboxes,
    private readonly reports: MailReports,
    private readonly intake: MailIntake,
    private readonly metrics: MailMetrics,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { STOA_MAIL_IN_PORT: port, STOA_MAIL_IN_HOST: host } = this.environment;
    if (port === 0) return;
    const certificate = await this.certificate();
    const server = this.createServer(certificate);
    this.server = server;
    if (certificate) {
      this.renewal = setInterval(() => void this.renew(server), CERTIFICATE_MS);
      this.renewal.unref();
    }
    // Of single connections: a client that breaks off is no fault of ours.
    server.on('error', (error) => this.log.debug({ err: error }, 'a mail connection failed'));
    await new Promise<void>((listening, failed) => {
      server.server.once('error', failed);
      server.listen(port, host, () => listening());
    });
    this.log.info({ port, host, protocol: this.environment.STOA_MAIL_IN_PROTOCOL }, 'mail comes in');
  }

  /** Mails under way are finished; whoever is cut off repeats, and nothing is posted twice. */
  async beforeApplicationShutdown(): Promise<void> {
    const { server } = this;
    clearInterval(this.renewal);
    if (server) await new Promise<void>((closed) => server.close(closed));
  }

  private createServer(certificate: Certificate | undefined): SMTPServer {
    const { STOA_MAIL_IN_PROXIES: proxies, STOA_MAIL_IN_TLS: tls } = this.environment;
    const server = new SMTPServer({
      lmtp: this.environment.STOA_MAIL_IN_PROTOCOL === 'lmtp',
      name: this.environment.STOA_EXTERNAL_HOST.replace(/:\d+$/, ''),
      size: this.environment.STOA_MAIL_IN_BYTES,
      authOptional: true,
      disabledCommands: certificate ? ['AUTH'] : ['AUTH', 'STARTTLS'],
      ...certificate,
      minVersion: 'TLSv1.2',
      useProxy: proxies !== NONE,
      disableReverseLookup: true,
      maxClients: MOST_CONNECTIONS,
      socketTimeout: SILENCE_MS,
      closeTimeout: DRAIN_MS,
      onConnect: (session, done) => done(this.enter(session) ? null : SMTP.tooManyConnections()),
      onClose: ({ id }) => this.peers.delete(id),
      onMailFrom: (_address, session, done) => {
        done(tls === 'required' && !session.secure ? SMTP.needsTls() : null);
      },
      onRcptTo: ({ address }, session, done) => {
        void this.accept(address, session).then(
          () => done(),
          (error: unknown) => done(this.refusalOf(error)),
        );
      },
      onData: (stream, session, done) => {
        void this.receive(stream, session).then(
          (results) => this.answer(results, done),
          (error: unknown) => {
            // What was not read stands between the answer and the next command.
            stream.resume();
            done(this.refusalOf(error));
          },
        );
      },
    });
    if (proxies !== NONE)
      admitProxies(
        server.server,
        proxies.split(',').map((network) => network.trim()),
      );
    return server;
  }

  private certificate(): Promise<Certificate | undefined> {
    const { STOA_MAIL_IN_CERTIFICATE: certificate, STOA_MAIL_IN_KEY: key } = this.environment;
    return readCertificate({ certificate, key });
  }

  /** Connections that begin from now on see what is in the files. */
  private async renew(server: SMTPServer): Promise<void> {
    try {
      server.updateSecureContext(await this.certificate());
    } catch (error) {
      this.log.warn({ err: error }, 'the certificate for incoming mail could not be renewed');
    }
  }

  private enter({ id, remoteAddress }: SMTPServerSession): boolean {
    const others = [...this.peers.values()].filter((address) => address === remoteAddress).length;
    if (others >= MOST_OF_ONE_PEER) {
      this.log.warn({ remoteAddress }, 'a mail server has too many connections');
      return false;
    }
    this.peers.set(id, remoteAddress);
    return true;
  }

  private async accept(address: string, session: SMTPServerSession): Promise<void> {
    if (session.envelope.rcptTo.length >= MOST_RECIPIENTS) throw SMTP.tooManyRecipients();
    const opened = (await this.reports.open(address)) ?? (await this.mailboxes.open(address));
    const known = this.opened.get(session) ?? new Map<string, Recipient>();
    this.opened.set(session, known.set(address, opened));
  }

  private async receive(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
  ): Promise<readonly (SmtpRefusal | null)[]> {
    const known = this.opened.get(session);
    const recipients = session.envelope.rcptTo.flatMap(({ address }) => known?.get(address) ?? []);
    const { mailFrom } = session.envelope;
    const from = mailFrom === false ? '' : mailFrom.address;
    return this.places.run(async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
      // The stream ends at the limit, whatever else the client sends.
      if (stream.sizeExceeded) throw SMTP.tooLarge();
      return this.intake.take(Buffer.concat(chunks), from, recipients);
    });
  }

  /** LMTP has an answer for each recipient. SMTP has one: with a recipient served, the mail is done with. */
  private answer(
    results: readonly (SmtpRefusal | null)[],
    done: (error?: Error | null, message?: string | (string | Error)[]) => void,
  ): void {
    const said = '2.0.0 OK';
    if (this.environment.STOA_MAIL_IN_PROTOCOL === 'lmtp')
      return done(
        null,
        results.map((result) => result ?? said),
      );
    const passing = results.find((result) => result !== null && result.responseCode < 500);
    const lasting = results.every((result) => result !== null) ? results[0] : null;
    const refusal = passing ?? lasting;
    if (refusal) done(refusal);
    else done(null, said);
  }

  private refusalOf(error: unknown): SmtpRefusal {
    if (error instanceof SmtpRefusal) return error;
    this.metrics.count('unavailable');
    this.log.warn({ err: error }, 'mail could not be taken now');
    return SMTP.unavailable();
  }
}
