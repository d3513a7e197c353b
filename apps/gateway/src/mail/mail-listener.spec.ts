import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type Socket, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadEnvironment } from '@stoa/config';
import { createLogger } from '@stoa/observability';
import { freePort } from '@stoa/testing';
import { createTransport } from 'nodemailer';
import { API_KEY_SECRET } from '../test-support/fake-stores';
import { GatewayEnvironment } from '../gateway-environment';
import type { MailIntake } from './mail-intake';
import { MailListener } from './mail-listener';
import type { MailMetrics } from './mail-metrics';
import type { MailReports } from './reports/mail-reports';
import type { Mailboxes, OpenedMailbox } from './mailboxes';
import { SMTP, type SmtpRefusal } from './smtp-answer';

const OPTIONS = { showsFrom: false, keepsFooter: false, keepsQuotes: false, prefersHtml: false };

function environmentOf(variables: Record<string, string>): GatewayEnvironment {
  return loadEnvironment(GatewayEnvironment, {
    STOA_NATS_URL: 'nats://127.0.0.1:1',
    STOA_DATABASE_URL: 'postgresql://127.0.0.1:1/none',
    STOA_REDIS_URL: 'redis://127.0.0.1:1',
    STOA_API_KEY_SECRET: API_KEY_SECRET,
    STOA_EXTERNAL_HOST: 'chat.example',
    STOA_WEB_DIR: 'none',
    ...variables,
  });
}

describe('the listener for mail', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stoa-mail-in-'));
  const file = (name: string) => path.join(folder, name);
  const taken: { raw: string; from: string; recipients: number }[] = [];
  let running: MailListener | undefined;
  let port = 0;

  beforeAll(() => {
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const files = ['-keyout', file('key.pem'), '-out', file('certificate.pem')];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names, ...files], {
      stdio: 'ignore',
    });
  });
  afterEach(async () => {
    await running?.beforeApplicationShutdown();
    running = undefined;
    taken.length = 0;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** @param results of the intake, by recipient; all are served unless set */
  const start = async (
    variables: Record<string, string> = {},
    results?: readonly (SmtpRefusal | null)[],
  ): Promise<void> => {
    const log = createLogger({ service: 'gateway', replica: 1, level: 'silent' });
    const opened = {
      kind: 'posting',
      mailbox: { kind: 'channel', token: 't' },
      options: OPTIONS,
      uploader: {},
    } as OpenedMailbox;
    const mailboxes: Pick<Mailboxes, 'open'> = {
      open: (address) =>
        address.startsWith('nobody') ? Promise.reject(SMTP.unknown(address)) : Promise.resolve(opened),
    };
    const reports: Pick<MailReports, 'open'> = { open: () => Promise.resolve(null) };
    const intake: Pick<MailIntake, 'take'> = {
      take: (raw, from, recipients) => {
        taken.push({ raw: Buffer.from(raw).toString(), from, recipients: recipients.length });
        return Promise.resolve(recipients.map((_recipient, index) => results?.[index] ?? null));
      },
    };
    const metrics: Pick<MailMetrics, 'count'> = { count: () => undefined };
    port = await freePort();
    running = new MailListener(
      environmentOf({ STOA_MAIL_IN_PORT: String(port), STOA_MAIL_IN_BYTES: '65536', ...variables }),
      mailboxes as Mailboxes,
      reports as MailReports,
      intake as MailIntake,
      metrics as MailMetrics,
      log,
    );
    await running.onApplicationBootstrap();
  };
  const withCertificate = (variables: Record<string, string> = {}) => ({
    STOA_MAIL_IN_CERTIFICATE: file('certificate.pem'),
    STOA_MAIL_IN_KEY: file('key.pem'),
    ...variables,
  });
  const deliver = async (options: object): Promise<string> => {
    const transport = createTransport({ host: 'localhost', port, lmtp: true, connectionTimeout: 5_000, ...options });
    try {
      const mail = { from: 'ada@example.com', to: 'box@mail.example.com', text: 'hello' };
      const { rejectedErrors: [refused] = [] } = await transport.sendMail(mail);
      return refused?.response ?? '';
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    } finally {
      transport.close();
    }
  };
  /** What the server says to commands that come after its greeting, up to its goodbye. @param start what comes before it */
  const said = async (commands: string, start: Buffer | string = ''): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    try {
      if (start.length > 0) socket.write(start);
      const greeting = await read(socket, '\r\n');
      socket.write(commands);
      return greeting + (await read(socket, '\n221 '));
    } finally {
      socket.destroy();
    }
  };

  it('offers TLS where it has a certificate, and takes mail without it too', async () => {
    await start(withCertificate());
    const ca = readFileSync(file('certificate.pem'));
    expect(await deliver({ requireTLS: true, tls: { ca } })).toBe('');
    expect(await deliver({ ignoreTLS: true })).toBe('');
    expect(await deliver({ requireTLS: true })).toMatch(/self.signed/i);
    expect(await deliver({ requireTLS: true, tls: { ca, maxVersion: 'TLSv1.1', minVersion: 'TLSv1' } })).not.toBe('');
    expect(taken).toHaveLength(2);
    expect(taken[0]?.raw).toContain('hello');
  });

  it('takes none without TLS where it is required', async () => {
    await start(withCertificate({ STOA_MAIL_IN_TLS: 'required' }));
    expect(await deliver({ ignoreTLS: true })).toContain('530 5.7.0 Must issue a STARTTLS command first');
    expect(await deliver({ requireTLS: true, tls: { ca: readFileSync(file('certificate.pem')) } })).toBe('');
    expect(taken).toHaveLength(1);
  });

  it('has no TLS without a certificate', async () => {
    await start();
    expect(await said('LHLO x\r\nQUIT\r\n')).not.toContain('250-STARTTLS');
    expect(await deliver({ requireTLS: true })).not.toBe('');
  });

  it.each([
    ['a line', 'PROXY TCP4 192.0.2.9 198.51.100.2 4000 24\r\n'],
    ['a binary header', Buffer.from('0d0a0d0a000d0a515549540a2111000cc0000209c63364020fa00018', 'hex')],
  ])('knows from proxies, by %s, who is behind them', async (_what, header) => {
    await start({ STOA_MAIL_IN_PROXIES: '127.0.0.0/8' });
    const answer = await said('LHLO x\r\nQUIT\r\n', header);
    expect(answer).toMatch(/^220 .*\r\n250-.*\[?192\.0\.2\.9\]?/);
  });

  it('hears no proxies where it was told of none, and none but those', async () => {
    await start({ STOA_MAIL_IN_PROXIES: '192.0.2.0/24' });
    const answer = await said('PROXY TCP4 192.0.2.9 198.51.100.2 4000 24\r\nLHLO x\r\nQUIT\r\n');
    expect(answer).toMatch(/^220 .*\r\n500 /);
    expect(answer).not.toContain('192.0.2.9');
    expect(await deliver({ ignoreTLS: true })).toBe('');
  });

  it('ends connections of proxies that say nothing that is understood', async () => {
    await start({ STOA_MAIL_IN_PROXIES: '127.0.0.1,::1' });
    const socket = connect(port, '127.0.0.1');
    socket.write('LHLO x\r\n');
    expect(await read(socket, '\r\n')).toBe('');
    socket.destroy();
  });

  it('has 32 connections for one address', async () => {
    await start();
    const sockets = Array.from({ length: 33 }, () => connect(port, '127.0.0.1'));
    try {
      const greetings = await Promise.all(sockets.map((socket) => read(socket, '\r\n')));
      expect(greetings.filter((text) => text.startsWith('220 '))).toHaveLength(32);
      expect(greetings.filter((text) => text.startsWith('421 4.7.0 Too many connections'))).toHaveLength(1);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
    expect(await said('QUIT\r\n')).toContain('\n221 ');
  });

  it('takes no more than it is to, and fifty recipients', async () => {
    await start();
    const transaction = ['LHLO x', 'MAIL FROM:<a@x.example>'];
    const recipients = Array.from({ length: 51 }, (_, index) => `RCPT TO:<box${index}@mail.example.com>`);
    const answer = await said(`${[...transaction, ...recipients, 'QUIT'].join('\r\n')}\r\n`);
    expect(answer.match(/^452 4\.5\.3 Too many recipients/gm)).toHaveLength(1);
    expect(await said('LHLO x\r\nMAIL FROM:<a@x.example> SIZE=70000\r\nQUIT\r\n')).toMatch(/^552 /m);
    const long = [...transaction, 'RCPT TO:<box@mail.example.com>', 'DATA', 'x'.repeat(900), ''].join('\r\n');
    const body = `${'y'.repeat(900)}\r\n`.repeat(90);
    expect(await said(`${long}${body}.\r\nQUIT\r\n`)).toMatch(/^552 5\.3\.4 The mail is too large/m);
    expect(taken).toEqual([]);
    const nobody = [...transaction, 'RCPT TO:<nobody@mail.example.com>', 'QUIT', ''].join('\r\n');
    expect(await said(nobody)).toMatch(/^550 5\.1\.1 /m);
  });

  /** What the server answers to the content of a mail to so many recipients. */
  const answersTo = async (recipients: number, hello: string): Promise<string[]> => {
    const addresses = Array.from({ length: recipients }, (_, index) => `RCPT TO:<box${index}@mail.example.com>`);
    const commands = [
      `${hello} x`,
      'MAIL FROM:<a@x.example>',
      ...addresses,
      'DATA',
      'Subject: x',
      '',
      'x',
      '.',
      'QUIT',
    ];
    const answer = await said(`${commands.join('\r\n')}\r\n`);
    const after = answer.split('\r\n').findIndex((line) => line.startsWith('354 ')) + 1;
    return answer
      .split('\r\n')
      .slice(after, -1)
      .filter((line) => !line.startsWith('221 '));
  };
  const [LATER, NEVER] = [SMTP.unavailable(), SMTP.refused('nobody may post there')];

  it('answers by LMTP for each recipient, in their order', async () => {
    await start({}, [null, LATER, NEVER, null]);
    expect(await answersTo(4, 'LHLO')).toEqual([
      '250 2.0.0 OK',
      '451 4.3.0 Try again later',
      '550 5.7.1 nobody may post there',
      '250 2.0.0 OK',
    ]);
    expect(taken).toMatchObject([{ recipients: 4 }]);
  });

  it.each([
    ['all are served', [null, null], '250 2.0.0 OK'],
    ['one is to be tried again', [null, NEVER, LATER], '451 4.3.0 Try again later'],
    ['one is served and one never will be', [NEVER, null], '250 2.0.0 OK'],
    ['none ever will be', [NEVER, SMTP.denied()], '550 5.7.1 nobody may post there'],
  ])('answers by SMTP once for all recipients: %s', async (_what, results, expected) => {
    await start({ STOA_MAIL_IN_PROTOCOL: 'smtp' }, results);
    expect(await answersTo(results.length, 'EHLO')).toEqual([expected]);
    expect(await said('LHLO x\r\nQUIT\r\n')).toMatch(/\r\n500 /);
  });

  it.each([
    [{ STOA_MAIL_IN_CERTIFICATE: '/c.pem' }, 'STOA_MAIL_IN_CERTIFICATE and STOA_MAIL_IN_KEY: must be set together'],
    [{ STOA_MAIL_IN_TLS: 'required' }, 'STOA_MAIL_IN_CERTIFICATE: must be set where STOA_MAIL_IN_TLS is required'],
    [{ STOA_MAIL_IN_PROXIES: '10.0.0.0/8, mail' }, 'STOA_MAIL_IN_PROXIES: mail is not an address'],
  ])('is not set up with %j', (variables, problem) => {
    expect(() => environmentOf(variables)).toThrow(problem);
  });
});

/** What comes up to a text, or the end. The connection stays. */
function read(socket: Socket, until: string): Promise<string> {
  let text = '';
  return new Promise((done) => {
    if (socket.destroyed) return done('');
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes(until)) done(text);
    });
    socket.once('close', () => done(text));
    socket.on('error', () => done(text));
  });
}
