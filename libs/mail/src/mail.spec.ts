import { mkdtemp, readFile, readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createMailer } from './mail.module';

const MAIL = { to: 'ada@example.com', subject: 'Grüße', text: 'Hello' };
const STOA_MAIL_SENDER = 'noreply@example.com';

describe('mail', () => {
  it('goes into a folder', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'mail-'));
    await createMailer({ STOA_MAIL_URL: pathToFileURL(folder).href, STOA_MAIL_SENDER }).send(MAIL);
    const [name = ''] = await readdir(folder);
    expect(JSON.parse(await readFile(path.join(folder, name), 'utf8'))).toEqual(MAIL);
  });

  it('goes to an SMTP server', async () => {
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
    await mailer.send(MAIL);
    mailer.close();
    server.close();
    expect(heard).toEqual(expect.arrayContaining(['RCPT TO:<ada@example.com>', 'Hello', '.']));
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

  it('is refused where none is configured', async () => {
    await expect(createMailer({ STOA_MAIL_URL: 'none', STOA_MAIL_SENDER }).send(MAIL)).rejects.toThrow('no mail');
    expect(() => createMailer({ STOA_MAIL_URL: 'ftp://x', STOA_MAIL_SENDER })).toThrow('STOA_MAIL_URL');
  });
});
