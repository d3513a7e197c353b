import { mkdtemp, readFile, readdir } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { SMTPServer } from 'smtp-server';
import { MailDelayedError, MailRefusedError } from './mail-errors';
import { type MailSettings, createMailer } from './mail.module';
import { Mail, addressee } from './mailer';

const MAIL = { to: 'ada@example.com', subject: 'Grüße', text: 'Hello' };
const SETTINGS = { STOA_MAIL_SENDER: 'noreply@example.com', STOA_INSTALLATION_NAME: 'Stoa' };

describe('mail', () => {
  it('goes into a folder', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'mail-'));
    await createMailer({ STOA_MAIL_URL: pathToFileURL(folder).href, ...SETTINGS }).send(MAIL);
    const [name = ''] = await readdir(folder);
    expect(JSON.parse(await readFile(path.join(folder, name), 'utf8'))).toMatchObject(MAIL);
  });

  /** What an SMTP server receives of a mail, line by line. */
  async function heardOf(mail: Mail, settings: Partial<MailSettings> = {}): Promise<string[]> {
    const heard: string[] = [];
    const server = createServer((socket) => {
      let isBody = false;
      socket.write('220 ready\r\n');
      socket.on('data', (data) => {
        for (const line of data.toString().split('\r\n').filter(Boolean)) {
          heard.push(line);
          if (isBody && line !== '.') continue;
          isBody = line === 'DATA';
          socket.write(isBody ? '354 go on\r\n' : '250 ok\r\n');
        }
      });
      socket.on('error', () => undefined);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const mailer = createMailer({ STOA_MAIL_URL: `smtp://127.0.0.1:${port}`, ...SETTINGS, ...settings });
    await mailer.send(mail);
    mailer.close();
    server.close();
    return heard;
  }

  it('goes to an SMTP server', async () => {
    expect(await heardOf(MAIL)).toEqual(expect.arrayContaining(['RCPT TO:<ada@example.com>', 'Hello', '.']));
  });

  it('is from the installation, by its name, unless it says from whom', async () => {
    const settings = { STOA_INSTALLATION_NAME: 'Acme: Chat' };
    expect(await heardOf(MAIL, settings)).toContain('From: "Acme: Chat" <noreply@example.com>');
    expect(await heardOf({ ...MAIL, fromName: 'Cy' }, settings)).toContain('From: Cy <noreply@example.com>');
  });

  it('has two parts, the second made of the first where nobody wrote it', async () => {
    const organization = { name: 'Acme', url: 'https://acme.example' };
    const heard = await heardOf({ ...MAIL, text: 'https://acme.example/', organization });
    expect(heard).toContain('Content-Type: multipart/alternative;');
    // Lines that begin with a full stop have another there on their way.
    const html = heard.join('\n').replace(/=\n\.?/g, '');
    expect(html).toContain('<p><a href=3D"https://acme.example/">https://acme.example/</a></p>');
  });

  it('has one line for a subject and one address', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'mail-'));
    const mailer = createMailer({ STOA_MAIL_URL: pathToFileURL(folder).href, ...SETTINGS });
    await mailer.send({ ...MAIL, subject: 'Hello\r\nBcc: everybody@example.com\u2028\u0000 Ada' });
    const [name = ''] = await readdir(folder);
    expect(JSON.parse(await readFile(path.join(folder, name), 'utf8')).subject).toBe(
      'Hello Bcc: everybody@example.com Ada',
    );
    for (const to of ['a@example.com\r\nBcc: b@example.com', 'a@example.com, b@example.com', 'Ada <a@example.com>']) {
      await expect(mailer.send({ ...MAIL, to })).rejects.toThrow('not one mail address');
      await expect(mailer.send({ ...MAIL, envelopeFrom: to })).rejects.toThrow('not one mail address');
      await expect(mailer.send({ ...MAIL, fromAddress: to })).rejects.toThrow('not one mail address');
    }
  });

  it.each(['\n', '\r', '\r\n', '\n\n', '\u000b', '\f', '\u0000', '\u0085', '\u2028', '\u2029', '\r\n '])(
    'has no other header than its own for a name with %j',
    async (end) => {
      const heard = await heardOf({ ...MAIL, subject: `Join Acme${end}Bcc: everybody@example.com` });
      const head = heard.slice(heard.indexOf('DATA') + 1, heard.indexOf('Hello'));
      expect(head.filter((line) => /^(subject|bcc|to):/i.test(line))).toEqual([
        'To: ada@example.com',
        'Subject: Join Acme Bcc: everybody@example.com',
      ]);
      expect(heard.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<ada@example.com>']);
    },
  );

  /** What becomes of a mail when a server answers a command so. */
  async function failureWith(
    command: 'onMailFrom' | 'onRcptTo' | 'onData',
    responseCode: number,
    said = 'no',
  ): Promise<unknown> {
    const refuse = (done: (error: Error) => void) => done(Object.assign(new Error(said), { responseCode }));
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      [command]:
        command === 'onData'
          ? (stream: NodeJS.ReadableStream, _session: unknown, done: (error: Error) => void) =>
              stream.on('end', () => refuse(done)).resume()
          : (_address: unknown, _session: unknown, done: (error: Error) => void) => refuse(done),
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.server.address() as AddressInfo;
    const mailer = createMailer({ STOA_MAIL_URL: `smtp://127.0.0.1:${port}`, ...SETTINGS });
    const failure: unknown = await mailer.send(MAIL).catch((error: unknown) => error);
    mailer.close();
    await new Promise<void>((closed) => server.close(closed));
    return failure;
  }

  it.each([
    ['onRcptTo', 550, 'refused'],
    ['onData', 554, 'refused'],
    ['onRcptTo', 451, 'delayed'],
    ['onData', 452, 'delayed'],
    ['onRcptTo', 421, 'away'],
    ['onMailFrom', 550, 'away'],
    ['onMailFrom', 451, 'away'],
  ] as const)('that a server answers at %s with %i is %s', async (command, status, expected) => {
    const failure = await failureWith(command, status);
    if (expected === 'refused') return expect(failure).toBeInstanceOf(MailRefusedError);
    expect(failure).toBeInstanceOf(MailDelayedError);
    expect(failure).toMatchObject({ isServerAway: expected === 'away' });
  });

  it.each([
    ['onRcptTo', '5.1.1 nobody has this address', { isOfRecipient: true, code: '5.1.1' }],
    ['onRcptTo', 'go away, 10.5.1.1', { isOfRecipient: true, code: '' }],
    ['onData', '5.7.1 looks like spam', { isOfRecipient: false, code: '5.7.1' }],
  ] as const)('that a server refuses at %s with "%s" says of what', async (command, said, refusal) => {
    expect(await failureWith(command, 550, said)).toMatchObject({ name: 'MailRefusedError', refusal });
  });

  it('is delayed while no server answers', async () => {
    const mailer = createMailer({ STOA_MAIL_URL: 'smtp://127.0.0.1:1', ...SETTINGS });
    await expect(mailer.send(MAIL)).rejects.toMatchObject({ name: 'MailDelayedError', isServerAway: true });
    mailer.close();
  });

  it('has two parts, names, an id and headers of its own', async () => {
    const heard = await heardOf({
      ...MAIL,
      toName: 'Ada\r\nBcc: x@example.com',
      fromName: 'Stoa',
      html: '<p>Hello</p>',
      messageId: 'one@chat.example',
      envelopeFrom: 'back-1@in.example',
      dateMs: 0,
      timezone: 'Asia/Tokyo',
      organization: { name: 'Acme\r\nX-Other: 1', url: 'https://acme.example' },
      headers: { 'List-Unsubscribe': '<https://acme.example/>\r\nX-Other: 2' },
    });
    expect(heard).toEqual(
      expect.arrayContaining([
        'MAIL FROM:<back-1@in.example>',
        'From: Stoa <noreply@example.com>',
        'To: "Ada Bcc: x@example.com" <ada@example.com>',
        'Message-ID: <one@chat.example>',
        'Date: Thu, 01 Jan 1970 09:00:00 +0900',
        'List-ID: Acme X-Other 1 <acme.example>',
        'List-Unsubscribe: <https://acme.example/> X-Other: 2',
        '<p>Hello</p>',
      ]),
    );
    expect(heard.join('\n')).toContain('Content-Type: multipart/alternative');
  });

  it.each([
    ['Acme', 'https://acme.example', 'Acme <acme.example>'],
    ['Acme, "Inc." <x>', 'http://acme.localhost:9991', 'Acme Inc. x <acme.localhost>'],
    ['Größe', 'https://groesse.example/', '=?UTF-8?Q?Gr=C3=B6=C3=9Fe?= <groesse.example>'],
    ['@', 'https://at.example', '<at.example>'],
    ['Local', 'http://acme.127.0.0.1:9991', 'Local <acme.127.0.0.1>'],
  ])('names the organization %s at %s, by which programs sort', async (name, url, expected) => {
    expect(await heardOf({ ...MAIL, organization: { name, url } })).toContain(`List-ID: ${expected}`);
  });

  it('leaves the host of an organization readable behind a long name', async () => {
    const organization = { name: 'Gemüsegärtner für Süßkartoffeln, Möhren und Kürbisse', url: 'https://g.example' };
    const heard = (await heardOf({ ...MAIL, organization })).join('\n');
    const field = /^List-ID: .*(?:\n[ \t].*)*/m.exec(heard)?.[0] ?? '';
    expect(field).toMatch(/\?=\s+<g\.example>$/);
    const words = field.match(/=\?\S+\?=/g) ?? [];
    expect(words.length).toBeGreaterThan(1);
    expect(words.filter((word) => word.length > 75)).toEqual([]);
  });

  it('names no organization unless it is about one', async () => {
    expect((await heardOf(MAIL)).filter((line) => line.startsWith('List-'))).toEqual([]);
  });

  it('is from somebody else where it says so, but for what comes back', async () => {
    const heard = await heardOf({ ...MAIL, fromName: 'Cy of Acme', fromAddress: 'cy@acme.example' });
    expect(heard).toEqual(
      expect.arrayContaining(['From: Cy of Acme <cy@acme.example>', `MAIL FROM:<${SETTINGS.STOA_MAIL_SENDER}>`]),
    );
  });

  it('comes from an address that cannot be guessed where it proves another, if the installation says so', async () => {
    const proof = { ...MAIL, provesAddress: true };
    const fromOf = (lines: string[]) => lines.find((line) => line.startsWith('From: ')) ?? '';
    const tokens = { STOA_MAIL_TOKEN_SENDERS: true };
    const [first, second] = [await heardOf(proof, tokens), await heardOf(proof, tokens)];
    expect(fromOf(first)).toMatch(/^From: Stoa <noreply-[0-9a-f]{24}@example\.com>$/);
    expect(fromOf(second)).not.toBe(fromOf(first));
    expect(first).toContain('MAIL FROM:<noreply@example.com>');
    expect(fromOf(await heardOf(proof))).toBe('From: Stoa <noreply@example.com>');
    expect(fromOf(await heardOf(MAIL, tokens))).toBe('From: Stoa <noreply@example.com>');
  });

  it('says that a program sends it', async () => {
    expect(await heardOf(MAIL)).toEqual(
      expect.arrayContaining(['Auto-Submitted: auto-generated', 'X-Auto-Response-Suppress: All']),
    );
  });

  it('leaves out a name that is too long for relays', () => {
    expect(addressee({ to: MAIL.to, toName: 'Ada' })).toBe('Ada');
    expect(addressee({ to: MAIL.to, toName: 'A'.repeat(320) })).toBe('');
    expect(addressee({ to: MAIL.to, toName: 'Ä'.repeat(120) })).toBe('');
  });

  it('is refused where none is configured', async () => {
    await expect(createMailer({ STOA_MAIL_URL: 'none', ...SETTINGS }).send(MAIL)).rejects.toThrow('no mail');
    expect(() => createMailer({ STOA_MAIL_URL: 'ftp://x', ...SETTINGS })).toThrow('STOA_MAIL_URL');
  });
});
