import { MAIL_CORPUS, OUT_OF_OFFICE, largeMail } from '../test-support/mail-corpus';
import { type ParsedMail, parseMail } from './parse-mail';
import { isAutomatic, isAutomaticAnswer } from './rules/automatic-mail';
import { mailBody } from './rules/mail-body';
import { placeLinks } from './rules/picture-marks';

const OPTIONS = { showsFrom: false, keepsFooter: false, keepsQuotes: false, prefersHtml: false };
/** Largest mail that comes in unless another size is set. */
const LARGEST = 26_214_400;

/** What is posted of a mail: the text, and the files below it. */
function posted(mail: ParsedMail): { subject: string; body: string; files: string[] } {
  const links = mail.attachments.map(({ fileName }) => `[${fileName}]`);
  const { body, rest } = placeLinks(mailBody(mail, OPTIONS), links);
  return { subject: mail.subject, body, files: rest.map((link) => link.slice(1, -1)) };
}

describe('of mails as programs write them', () => {
  it.each(MAIL_CORPUS)('$name is posted', async ({ raw, subject, body, files }) => {
    expect(posted(await parseMail(Buffer.from(raw, 'latin1')))).toEqual({ subject, body, files });
  });

  it('an answer of Exchange in somebody’s absence is an automatic one, whoever its envelope is from', async () => {
    const { header } = await parseMail(Buffer.from(OUT_OF_OFFICE, 'latin1'));
    const origin = { envelopeFrom: 'ada@example.com', header: new Map(header) };
    expect([isAutomatic(origin), isAutomaticAnswer(origin)]).toEqual([true, true]);
  });

  it('the largest is posted, with all of its file', async () => {
    const bytes = 19_150_000;
    const raw = largeMail(bytes);
    expect(raw.length).toBeGreaterThan(LARGEST * 0.98);
    expect(raw.length).toBeLessThanOrEqual(LARGEST);
    const mail = await parseMail(raw);
    expect(posted(mail)).toEqual({ subject: 'Large', body: 'It is large.', files: ['large.bin'] });
    expect(mail.attachments[0]?.content.byteLength).toBe(bytes);
  });
});
