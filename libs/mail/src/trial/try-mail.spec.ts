import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { tryMail } from './try-mail';

const MAIL = {
  ...{ envelopeFrom: 'bn-test@in.example', from: 'noreply@example.com', to: 'ada@example.com' },
  ...{ subject: 'A test', text: 'It works.' },
};

describe('a trial', () => {
  let server: SMTPServer | undefined;
  const heard: { from: string; to: string[]; raw: string }[] = [];

  afterEach(async () => {
    heard.length = 0;
    await new Promise<void>((closed) => (server ? server.close(closed) : closed()));
    server = undefined;
  });

  const start = async (options: SMTPServerOptions = {}): Promise<string> => {
    server = new SMTPServer({
      ...{ authOptional: true, disabledCommands: ['STARTTLS'], allowInsecureAuth: true },
      onData: (stream, { envelope: { mailFrom, rcptTo } }, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const from = mailFrom === false ? '' : mailFrom.address;
          heard.push({ from, to: rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks).toString() });
          done(null, 'queued as 4711');
        });
      },
      ...options,
    });
    server.on('error', () => undefined);
    const listening = server;
    await new Promise<void>((ready) => listening.listen(0, '127.0.0.1', () => ready()));
    return `127.0.0.1:${(listening.server.address() as AddressInfo).port}`;
  };
  const refuse = (responseCode: number) => Object.assign(new Error('no'), { responseCode });

  it('tells what the server said when it took the mail', async () => {
    const at = await start();
    expect(await tryMail(`smtp://${at}`, MAIL)).toEqual({
      ...{ server: at, isEncrypted: false, user: null, failure: null },
      answer: expect.stringMatching(/^250 .*queued as 4711$/),
    });
    expect(heard).toMatchObject([{ from: MAIL.envelopeFrom, to: [MAIL.to] }]);
    expect(heard[0]?.raw).toMatch(/^From: noreply@example\.com\r$/m);
    expect(heard[0]?.raw).toContain('It works.');
  });

  it('ends where the server offers TLS with a certificate that is not trusted', async () => {
    const at = await start({ disabledCommands: [] });
    const { failure } = await tryMail(`smtp://${at}`, MAIL);
    expect(failure).toMatchObject({ step: 'connect', advice: expect.stringContaining('certificate') });
  });

  it.each([
    ['the login', { onAuth: (_auth, _session, done) => done(refuse(535)) }, 'login', 'refused'],
    ['the sender', { onMailFrom: (_address, _session, done) => done(refuse(553)) }, 'sender', 'refused'],
    ['the recipient', { onRcptTo: (_address, _session, done) => done(refuse(450)) }, 'recipient', 'later'],
    [
      'the mail',
      { onData: (stream, _session, done) => stream.on('end', () => done(refuse(554))).resume() },
      'content',
      'refused',
    ],
  ] as [string, SMTPServerOptions, string, string][])(
    'that fails at %s says so',
    async (_what, options, step, kind) => {
      const at = await start(options);
      const user = step === 'login' ? 'ada:p%40ss@' : '';
      const trial = await tryMail(`smtp://${user}${at}`, MAIL);
      expect(trial).toMatchObject({
        user: null,
        answer: null,
        failure: { step, kind, said: expect.stringContaining('no') },
      });
      expect(heard).toEqual([]);
    },
  );

  it('knows as whom it logged in, and keeps the password to itself', async () => {
    const at = await start({
      onAuth: ({ username, password }, _session, done) =>
        done(password === 'p@ss' ? null : refuse(535), { user: username }),
    });
    const trial = await tryMail(`smtp://ada:p%40ss@${at}`, MAIL);
    expect(trial).toMatchObject({ user: 'ada', failure: null });
    expect(JSON.stringify(trial)).not.toContain('p@ss');
  });

  it('does without a login where none is offered, as mails do', async () => {
    const at = await start({ disabledCommands: ['STARTTLS', 'AUTH'] });
    expect(await tryMail(`smtp://ada:secret@${at}`, MAIL)).toMatchObject({ user: null, failure: null });
    expect(heard).toHaveLength(1);
  });

  it('says that the server speaks without TLS first, or is not there', async () => {
    const at = await start();
    const { failure: tls } = await tryMail(`smtps://${at}`, MAIL);
    expect(tls).toMatchObject({ step: 'connect', kind: 'silent', advice: expect.stringContaining('use smtp://') });
    const { failure: nobody } = await tryMail('smtp://127.0.0.1:1', MAIL);
    expect(nobody).toMatchObject({ step: 'connect', advice: expect.stringContaining('Nothing listens') });
  });
});
