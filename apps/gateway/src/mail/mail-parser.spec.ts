import { UnavailableError } from '@stoa/errors';
import { MailNotReadError, MailParser } from './mail-parser';

class HastyParser extends MailParser {
  protected override readonly deadlineMs = 1;
}

describe('threads that read mails', () => {
  const parser = new MailParser();
  const hasty = new HastyParser();
  afterAll(() => Promise.all([parser.onApplicationShutdown(), hasty.onApplicationShutdown()]));

  it('read them, or find that they cannot', async () => {
    expect(await parser.parse(Buffer.from('Subject: x\r\n\r\nhello'))).toMatchObject({ subject: 'x' });
    const parts = '--b\r\nContent-Type: text/plain\r\n\r\nx\r\n'.repeat(600);
    const raw = Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts}--b--\r\n`);
    await expect(parser.parse(raw)).rejects.toThrow(MailNotReadError);
  });

  it('that have no time for one say so: the mail server tries again', async () => {
    await expect(hasty.parse(Buffer.from('Subject: x\r\n\r\nhello'))).rejects.toThrow(UnavailableError);
  });
});
