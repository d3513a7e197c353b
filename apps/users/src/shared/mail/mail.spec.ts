import { mkdtemp, readFile, readdir } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createMailer } from './mail.module';
import { Mail } from './mailer';

const MAIL = { to: 'ada@example.com', subject: 'Grüße', text: 'Hello' };
const STOA_MAIL_SENDER = 'noreply@example.com';

describe('mail', () => {
  it('goes into a folder', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'mail-'));
    await createMailer({ STOA_MAIL_URL: pathToFileURL(folder).href, STOA_MAIL_SENDER }).send(MAIL);
    const [name = ''] = await readdir(folder);
    expect(JSON.parse(await readFile(path.join(folder, name), 'utf8'))).toEqual(MAIL);
  });

  /** What an SMTP server receives of a mail, line by line. */
  async function heardOf(mail: Mail): Promise<string[]> {
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
    const mailer = createMailer({ STOA_MAIL_URL: `smtp://127.0.0.1:${port}`, STOA_MAIL_SENDER });
    await mailer.send(mail);
    mailer.close();
    server.close();
    return heard;
  }

  it('goes to an SMTP server', async () => {
    expect(await heardOf(MAIL)).toEqual(expect.arrayContaining(['RCPT TO:<ada@example.com>', 'Hello', '.']));
  });

  it('has one line for a subject and one address', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'mail-'));
    const mailer = createMailer({ STOA_MAIL_URL: pathToFileURL(folder).href, STOA_MAIL_SENDER });
    await mailer.send({ ...MAIL, subject: 'Hello\r\nBcc: everybody@example.com\u2028\u0000 Ada' });
    const [name = ''] = await readdir(folder);
    expect(JSON.parse(await readFile(path.join(folder, name), 'utf8')).subject).toBe(
      'Hello Bcc: everybody@example.com Ada',
    );
    for (const to of ['a@example.com\r\nBcc: b@example.com', 'a@example.com, b@example.com', 'Ada <a@example.com>']) {
      await expect(mailer.send({ ...MAIL, to })).rejects.toThrow('not one mail address');
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

  it('is refused where none is configured', async () => {
    await expect(createMailer({ STOA_MAIL_URL: 'none', STOA_MAIL_SENDER }).send(MAIL)).rejects.toThrow('no mail');
    expect(() => createMailer({ STOA_MAIL_URL: 'ftp://x', STOA_MAIL_SENDER })).toThrow('STOA_MAIL_URL');
  });
});
