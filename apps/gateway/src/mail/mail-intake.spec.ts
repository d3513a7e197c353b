import { admitMailFiles, deliverMail } from '@stoa/contracts/messages';
import { createLogger } from '@stoa/observability';
import type { RpcClient } from '@stoa/rpc';
import type { UploadIntake, UploadSource } from '../files/upload-intake';
import type { GatewayEnvironment } from '../gateway-environment';
import { FakeRpcClient } from '../test-support/fake-rpc-client';
import { MailIntake } from './mail-intake';
import type { MailMetrics } from './mail-metrics';
import type { MailParser } from './mail-parser';
import { parseMail } from './parse-mail';
import type { MailReports } from './reports/mail-reports';
import type { Recipient } from './recipient';

const OPTIONS = { showsFrom: false, keepsFooter: false, keepsQuotes: false, prefersHtml: false };
const CHANNEL = {
  kind: 'posting',
  mailbox: { kind: 'channel', token: 't' },
  options: OPTIONS,
  uploader: { userId: 7 },
} as Recipient;

function mail(files: Readonly<Record<string, string>>, header: readonly string[] = []): Buffer {
  const parts = Object.entries(files).flatMap(([name, content]) => [
    '--b',
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Type: application/octet-stream',
    '',
    content,
  ]);
  const head = ['From: ada@example.com', 'Subject: Plans', 'Message-ID: <one@example.com>', ...header];
  const text = ['--b', 'Content-Type: text/plain', '', 'Hello'];
  return Buffer.from(
    [...head, 'Content-Type: multipart/mixed; boundary=b', '', ...text, ...parts, '--b--', ''].join('\r\n'),
  );
}

describe('a mail that comes in', () => {
  const rpc = new FakeRpcClient();
  const uploaded: UploadSource[] = [];
  const uploads: Pick<UploadIntake, 'take'> = {
    take: (_ctx, source) => {
      uploaded.push(source);
      return Promise.resolve({ url: `/user_uploads/${source.fileName}`, filename: source.fileName });
    },
  };
  const counted: string[] = [];
  const metrics: Pick<MailMetrics, 'count'> = { count: (outcome) => void counted.push(outcome) };
  const parser: Pick<MailParser, 'parse'> = { parse: (raw) => parseMail(raw) };
  const intake = new MailIntake(
    { STOA_EXTERNAL_HOST: 'chat.example' } as GatewayEnvironment,
    parser as MailParser,
    rpc as unknown as RpcClient,
    uploads as UploadIntake,
    {} as MailReports,
    createLogger({ service: 'gateway', replica: 1, level: 'silent' }),
    metrics as MailMetrics,
  );
  const delivered = () => rpc.calls.filter(({ contract }) => contract === deliverMail).map(({ request }) => request);

  beforeEach(() => {
    uploaded.length = counted.length = rpc.calls.length = 0;
    rpc.answer(admitMailFiles, { isAdmitted: true });
    rpc.answer(deliverMail, { outcome: 'posted', reason: null });
  });

  it('has its files uploaded under keys that a repetition has, and no other mail', async () => {
    const files = { 'a.txt': 'one', 'b.txt': 'two' };
    for (let time = 0; time < 2; time++)
      expect(await intake.take(mail(files), 'ada@example.com', [CHANNEL])).toEqual([null]);
    await intake.take(mail({ ...files, 'a.txt': 'other' }), 'ada@example.com', [CHANNEL]);
    const keys = uploaded.map(({ repetitionKey }) => repetitionKey);
    expect(keys).toHaveLength(6);
    expect(keys.slice(2, 4)).toEqual(keys.slice(0, 2));
    // An id that somebody uses again, with other bytes, replaces nothing.
    expect(keys[4]).not.toBe(keys[0]);
    expect(new Set(keys).size).toBe(3);
    expect(delivered()[0]).toMatchObject({
      body: 'Hello',
      links: ['[a.txt](/user_uploads/a.txt)', '[b.txt](/user_uploads/b.txt)'],
    });
  });

  it('has none uploaded if it is not to be posted: their names are told', async () => {
    rpc.answer(admitMailFiles, { isAdmitted: false });
    rpc.answer(deliverMail, { outcome: 'repeated', reason: null });
    expect(await intake.take(mail({ 'a.txt': 'one' }), 'ada@example.com', [CHANNEL])).toEqual([null]);
    expect(uploaded).toEqual([]);
    expect(delivered()).toMatchObject([{ links: ['a.txt'] }]);
    expect(counted).toEqual(['repeated']);
  });

  it('without files is delivered at once', async () => {
    await intake.take(mail({}), 'ada@example.com', [CHANNEL]);
    expect(rpc.calls.map(({ contract }) => contract)).toEqual([deliverMail]);
  });

  it('that answers in absence is dropped at channels, too, where what programs report is posted', async () => {
    const absence = mail({}, ['Auto-Submitted: auto-replied (vacation)']);
    expect(await intake.take(absence, 'ada@example.com', [CHANNEL])).toEqual([null]);
    expect(await intake.take(mail({}, ['Auto-Submitted: auto-generated']), 'a@x.example', [CHANNEL])).toEqual([null]);
    expect(counted).toEqual(['dropped', 'posted']);
  });

  it('that waits for its user is counted as held, and taken', async () => {
    rpc.answer(deliverMail, { outcome: 'refused', reason: null, isHeld: true });
    expect(await intake.take(mail({}), 'ada@example.com', [CHANNEL])).toEqual([null]);
    expect(counted).toEqual(['held']);
  });

  it('is done with for each recipient by itself', async () => {
    const refused = { ...CHANNEL, mailbox: { kind: 'channel', token: 'gone' } } as Recipient;
    let calls = 0;
    rpc.answer(deliverMail, () => {
      throw new Error(`messages is away ${++calls}`);
    });
    const results = await intake.take(mail({}), 'ada@example.com', [CHANNEL, refused]);
    expect(results).toMatchObject([{ responseCode: 451 }, { responseCode: 451 }]);
    expect(calls).toBe(2);
    rpc.answer(deliverMail, { outcome: 'refused', reason: 'no right' });
    expect(await intake.take(mail({}), 'ada@example.com', [CHANNEL])).toMatchObject([{ responseCode: 550 }]);
  });
});
