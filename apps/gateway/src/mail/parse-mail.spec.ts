import { UnreadableMailError, parseMail } from './parse-mail';
import { isForged } from './rules/automatic-mail';

const mail = (...lines: string[]) => Buffer.from(lines.join('\r\n'), 'latin1');
const HEAD = ['From: =?utf-8?q?Ad=C3=A4?= <ada@example.com>', 'Subject: =?utf-8?b?R3LDvMOfZQ==?=', 'MIME-Version: 1.0'];

/** A mail with these parts. */
const multipart = (kind: string, ...parts: string[][]) =>
  mail(
    ...HEAD,
    `Content-Type: multipart/${kind}; boundary=b`,
    '',
    ...parts.flatMap((part) => ['--b', ...part]),
    '--b--',
    '',
  );

describe('mails', () => {
  it('are read whatever their characters', async () => {
    const latin = mail(
      ...HEAD,
      'Message-ID: <1@x>',
      'Content-Type: text/plain; charset=iso-8859-1',
      '',
      'Gr\u00fc\u00dfe',
    );
    expect(await parseMail(latin)).toMatchObject({
      from: { name: 'Adä', address: 'ada@example.com' },
      subject: 'Grüße',
      messageId: '<1@x>',
      text: expect.stringContaining('Grüße'),
      htmlAsMarkdown: '',
      attachments: [],
    });
    const quoted = [...HEAD, 'Content-Type: text/plain; charset=koi8-r', 'Content-Transfer-Encoding: quoted-printable'];
    expect((await parseMail(mail(...quoted, '', '=F0=D2=C9=D7=C5=D4'))).text.trim()).toBe('Привет');
    expect((await parseMail(mail('', 'no header at all'))).text).toContain('no header at all');
    expect((await parseMail(Buffer.alloc(0))).from).toEqual({ name: '', address: '' });
  });

  it('keep the first of repeated lines, and what each program of the relay says of the sender', async () => {
    const { header } = await parseMail(
      mail(
        ...[
          'X-Loop: one',
          'X-Loop: two',
          'Authentication-Results: mx; spf=pass',
          'Authentication-Results: mx; dmarc=fail',
        ],
        ...HEAD,
        '',
        'Hello',
      ),
    );
    const lines = new Map(header);
    expect(lines.get('x-loop')).toBe('one');
    expect(isForged({ envelopeFrom: 'ada@example.com', header: lines })).toBe(true);
  });

  it('give their HTML as Markdown, without what is not text', async () => {
    const html = [
      '<html><head><title>t</title><style>p{}</style></head><body><h1>Plan</h1>',
      '<p>a_b <b>bold</b> <a href="https://x.example/">link</a> <a href="javascript:x">no</a></p>',
      '<script>alert(1)</script><img src="https://t.example/pixel.gif"><ul><li>one</li></ul></body></html>',
    ].join('');
    const { htmlAsMarkdown } = await parseMail(mail(...HEAD, 'Content-Type: text/html', '', html));
    expect(htmlAsMarkdown).toContain('# Plan');
    expect(htmlAsMarkdown).toContain('a_b **bold** [link](https://x.example/) no');
    expect(htmlAsMarkdown).toMatch(/\* +one/);
    expect(htmlAsMarkdown).not.toMatch(/alert|pixel|javascript|p\{\}/);
  });

  it('bring what mail servers say of other mails, apart from their text and files', async () => {
    const status = [
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; x',
      '',
      'Action: failed',
      'Status: 5.1.1',
    ];
    const original = ['Content-Type: message/rfc822', '', 'Subject: Ours', '', 'what we wrote'];
    const plain = ['Content-Type: text/plain', '', 'It came back.'];
    const { text, attachments, reports } = await parseMail(multipart('report', plain, status, original));
    expect(text).toContain('It came back.');
    expect(text).not.toContain('5.1.1');
    expect(attachments).toEqual([]);
    expect(reports).toEqual([
      { contentType: 'message/delivery-status', text: expect.stringMatching(/Action: failed\s+Status: 5\.1\.1/) },
    ]);
    const complaint = ['Content-Type: message/feedback-report', 'Content-Transfer-Encoding: base64', ''];
    const fields = Buffer.from('Feedback-Type: abuse').toString('base64');
    expect((await parseMail(multipart('report', plain, [...complaint, fields], original))).reports).toEqual([
      { contentType: 'message/feedback-report', text: 'Feedback-Type: abuse' },
    ]);
    expect((await parseMail(mail(...HEAD, '', 'text'))).reports).toEqual([]);
  });

  it('bring their files', async () => {
    const file = (name: string) => [
      `Content-Type: application/pdf; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      'aGVsbG8=',
    ];
    const { text, attachments } = await parseMail(
      multipart(
        'mixed',
        ['Content-Type: text/plain', '', 'see'],
        ...Array.from({ length: 25 }, (_, i) => file(`${i}.pdf`)),
      ),
    );
    expect(text.trim()).toBe('see');
    expect(attachments).toHaveLength(20);
    expect(attachments[0]).toMatchObject({ fileName: '0.pdf', contentType: 'application/pdf' });
    expect(Buffer.from(attachments[0]!.content).toString()).toBe('hello');
  });

  it('show the pictures that they bring in their places, and no others', async () => {
    const picture = (cid: string) => [
      'Content-Type: image/png; name="a.png"',
      `Content-ID: <${cid}>`,
      'Content-Disposition: inline; filename="a.png"',
      'Content-Transfer-Encoding: base64',
      '',
      'aGVsbG8=',
    ];
    const html = '<p>one <img src="cid:a@x">, two <img src="CID:b%40x">, <img src="cid:no"><img src="https://t/p"></p>';
    const { text, htmlAsMarkdown, attachments } = await parseMail(
      multipart(
        'related',
        ['Content-Type: text/html', '', html],
        ['Content-Type: text/plain', '', 'see [cid:b@x] and [cid:no]'],
        picture('a@x'),
        picture('b@x'),
      ),
    );
    const [first, second] = attachments.map(({ mark }) => mark);
    expect(htmlAsMarkdown).toContain(`one ${first}, two ${second},`);
    expect(htmlAsMarkdown).not.toMatch(/https|cid/);
    expect(text).toContain(`see ${second} and [cid:no]`);
    expect(first).not.toBe(second);
  });

  it('have a header whose folded lines are one', async () => {
    const { header } = await parseMail(
      mail(...HEAD, 'Auto-Submitted: auto-replied', 'X-Long: a', '\tb', 'X-Long: c', '', 'x'),
    );
    expect(new Map(header).get('auto-submitted')).toBe('auto-replied');
    expect(new Map(header).get('x-long')).toBe('a b');
  });

  it('are refused with more parts than a mail has', async () => {
    const parts = Array.from({ length: 600 }, () => ['Content-Type: text/plain', '', 'x']);
    await expect(parseMail(multipart('mixed', ...parts))).rejects.toThrow(UnreadableMailError);
  });

  it('are read or refused in time, however deep they are', async () => {
    const nested = Array.from(
      { length: 400 },
      (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`,
    );
    const begun = performance.now();
    await parseMail(mail(...HEAD, `${nested.join('')}Content-Type: text/plain`, '', 'deep')).catch(() => undefined);
    const html = `${'<div>'.repeat(20_000)}x`;
    await parseMail(mail(...HEAD, 'Content-Type: text/html', '', html)).catch(() => undefined);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});
