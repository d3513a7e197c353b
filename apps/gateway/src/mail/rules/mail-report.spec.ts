import { mailReport } from './mail-report';
import { readReportAddress, tokenWithin } from './report-address';

const STATUS = 'message/delivery-status';
const FEEDBACK = 'message/feedback-report';
const TOKEN = `bn-9ix-fi8-${'0123456789abcdef'.repeat(2)}`;

const POSTFIX = [
  'Reporting-MTA: dns; mx.example.com',
  'X-Postfix-Queue-ID: 4Fxyz',
  'Arrival-Date: Thu, 26 Nov 2026 10:00:00 +0000 (UTC)',
  '',
  'Final-Recipient: rfc822; ada@elsewhere.example',
  'Original-Recipient: rfc822;ada@elsewhere.example',
  'Action: failed',
  'Status: 5.1.1',
  'Remote-MTA: dns; in.elsewhere.example',
  'Diagnostic-Code: smtp; 550 5.1.1 <ada@elsewhere.example>:',
  '    Recipient address rejected:\tno such user',
  '',
].join('\r\n');
const EXCHANGE = [
  'Reporting-MTA: dns;mail.example.com',
  '',
  'Final-recipient: RFC822;bo@elsewhere.example',
  'Action: failed',
  'Status: 5.2.2 (mailbox full)',
  'Diagnostic-Code: smtp;554 5.2.2 mailbox full',
].join('\n');
const LATE =
  'Reporting-MTA: dns; mx.example.com\n\nFinal-Recipient: rfc822; a@b.example\nAction: delayed\nStatus: 4.4.1\n';
const TWO = `${LATE}\nFinal-Recipient: rfc822; c@b.example\nAction: Failed\nStatus: 5.1.10\n`;
const COMPLAINT = 'Feedback-Type: Abuse\nUser-Agent: SomeProvider/1.0\nVersion: 1\nOriginal-Mail-From: <x@y.example>\n';

describe('reports about mails', () => {
  it.each([
    [
      'a server that has no such address',
      [{ contentType: STATUS, text: POSTFIX }],
      {
        kind: 'delivery',
        action: 'failed',
        status: '5.1.1',
        detail: '550 5.1.1 <ada@elsewhere.example>: Recipient address rejected: no such user',
      },
    ],
    [
      'a full mailbox',
      [{ contentType: STATUS, text: EXCHANGE }],
      { kind: 'delivery', action: 'failed', status: '5.2.2', detail: '554 5.2.2 mailbox full' },
    ],
    [
      'a mail that is late',
      [{ contentType: STATUS, text: LATE }],
      { kind: 'delivery', action: 'delayed', status: '4.4.1', detail: '' },
    ],
    [
      'the worst of two',
      [{ contentType: 'message/global-delivery-status', text: TWO }],
      { kind: 'delivery', action: 'failed', status: '5.1.10', detail: '' },
    ],
    [
      'a complaint',
      [{ contentType: FEEDBACK, text: COMPLAINT }],
      { kind: 'complaint', feedbackType: 'abuse', detail: 'SomeProvider/1.0' },
    ],
    ['nothing', [], null],
    ['an empty part', [{ contentType: STATUS, text: '' }], null],
    ['what names no type', [{ contentType: FEEDBACK, text: 'User-Agent: x' }], null],
    ['what says nothing of a recipient', [{ contentType: STATUS, text: 'Reporting-MTA: dns; x' }], null],
  ])('say of %s', (_name, parts, report) => {
    expect(mailReport(parts)).toEqual(report);
  });

  it('keep what servers say short and on one line', () => {
    const text = `Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 ${'x '.repeat(5_000)}\u0000end`;
    const report = mailReport([{ contentType: STATUS, text }]);
    expect(report?.detail.length).toBe(500);
    expect(report?.detail).not.toContain('\u0000');
  });

  it('are read in a time that grows with them alone', () => {
    const text = `Action: failed\nStatus: 5.1.1\n${'\n \t'.repeat(6_000)}x`;
    const before = performance.now();
    mailReport([{ contentType: STATUS, text }]);
    expect(performance.now() - before).toBeLessThan(500);
  });
});

describe('addresses of reports', () => {
  const PATTERN = 'chat+%s@mail.example.com';

  it.each([
    [`chat+${TOKEN}@mail.example.com`, { kind: 'bounce', token: TOKEN }],
    [`CHAT+${TOKEN.toUpperCase()}@mail.example.com`, { kind: 'bounce', token: TOKEN }],
    ['chat+complaints@mail.example.com', { kind: 'complaints' }],
    ['chat+mm-1-2-3-4@mail.example.com', null],
    [`${TOKEN}@mail.example.com`, null],
    [`chat+${TOKEN}@other.example.com`, null],
  ])('%s is %j', (address, expected) => {
    expect(readReportAddress(PATTERN, address)).toEqual(expected);
  });

  it('are none where no mail comes in', () => {
    expect(readReportAddress('none', 'complaints')).toBeNull();
  });

  it('are found in the mail that is sent back', () => {
    const mail = `Subject: complaint\r\n\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nReturn-Path: <chat+${TOKEN}@mail.example.com>`;
    expect(tokenWithin(Buffer.from(mail))).toBe(TOKEN);
    expect(tokenWithin(Buffer.from('nothing of ours: bn-1-2-3'))).toBeNull();
  });
});
