import { UnavailableError } from '@stoa/errors';
import { MailNotReadError, MailParser } from './mail-parser';

class HastyParser extends MailParser {
  protected override readonly waitMs = 1;
}

class ImpatientParser extends MailParser {
  protected override readonly readingMs = 1;
}

describe('threads that read mails', () => {
  const parser = new MailParser();
  const hasty = new HastyParser();
  const impatient = new ImpatientParser();
  afterAll(() => Promise.all([parser, hasty, impatient].map((each) => each.onApplicationShutdown())));

  it('read them, or find that they cannot', async () => {
    expect(await parser.parse(Buffer.from('Subject: x\r\n\r\nhello'))).toMatchObject({ subject: 'x' });
    const parts = '--b\r\nContent-Type: text/plain\r\n\r\nx\r\n'.repeat(600);
    const raw = Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts}--b--\r\n`);
    await expect(parser.parse(raw)).rejects.toThrow(MailNotReadError);
  });

  it('that have no time for one say so: the mail server tries again', async () => {
    await expect(hasty.parse(Buffer.from('Subject: x\r\n\r\nhello'))).rejects.toThrow(UnavailableError);
  });

  it('give up one that takes them too long: it would the next time as well', async () => {
    const rows = '<p>hello <b>world</b></p>'.repeat(50_000);
    await expect(impatient.parse(Buffer.from(`Content-Type: text/html\r\n\r\n${rows}`))).rejects.toThrow(
      MailNotReadError,
    );
  });
});
