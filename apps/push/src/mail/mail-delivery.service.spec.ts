import { OutagePause } from '@stoa/delivery-jobs';
import { type Mail, MailRefusedError, type Mailer } from '@stoa/mail';
import { type Logger, Metrics } from '@stoa/observability';
import { BounceAddresses } from '../rules/mail/bounce-addresses';
import type { WrittenMail } from '../rules/mail/written-mail';
import type { BouncesService } from './bounces/bounces.service';
import { MailDeliveryService } from './mail-delivery.service';
import type { DestinationPace } from './destination-pace';
import type { MailJob, MailJobsRepository, MailResults } from './mail-jobs.repository';
import { MailMetrics } from './mail-metrics';
import type { MailWriters } from './mail-writers';

const REFUSAL = { isOfRecipient: true, code: '5.1.1' };

function job(id: number, kind = 'welcome'): MailJob {
  const rest = { realmId: 7, kind, attempts: 1, messageIds: [], facts: {}, createdAtMs: Date.now() };
  return { ...rest, id, userId: 100 + id, mailId: `m${id}` };
}

function mailTo(to: string): WrittenMail {
  const content = { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
  return {
    ...content,
    to,
    toName: 'Ada',
    fromName: 'Stoa',
    messageId: 'm@chat.example',
    dateMs: 0,
    timezone: '',
    organization: { name: 'Acme', url: 'https://acme.example' },
    headers: {},
  };
}

/** Delivers a mail each to the addresses, all of which are refused. @param waits seconds, by address @param kind of all */
async function refuse(
  addresses: readonly string[],
  noteRefusal: BouncesService['noteRefusal'],
  waits: Readonly<Record<string, number>> = {},
  kind?: string,
) {
  const finished: MailResults[] = [];
  const sent: Mail[] = [];
  const errors: unknown[] = [];
  const jobs: Pick<MailJobsRepository, 'claim' | 'finish'> = {
    claim: (ids) => Promise.resolve(ids.map((id) => job(id, kind))),
    finish: (results) => Promise.resolve(void finished.push(results)),
  };
  const writers: Pick<MailWriters, 'write'> = {
    write: (_realmId, claimed) => Promise.resolve(new Map(claimed.map(({ id }) => [id, mailTo(addresses[id] ?? '')]))),
  };
  const mailer: Pick<Mailer, 'send'> = {
    send: (mail) => {
      sent.push(mail);
      return Promise.reject(new MailRefusedError('550 5.1.1 no such user', undefined, REFUSAL));
    },
  };
  const pace: Pick<DestinationPace, 'waitSeconds'> = { waitSeconds: (to) => Promise.resolve(waits[to] ?? 0) };
  const log = { error: (facts: unknown) => errors.push(facts), warn: () => undefined };
  const service = new MailDeliveryService(
    jobs as MailJobsRepository,
    writers as MailWriters,
    { noteRefusal } as BouncesService,
    new BounceAddresses('s'.repeat(32), 'none'),
    mailer as Mailer,
    pace as DestinationPace,
    new OutagePause(),
    new MailMetrics(new Metrics({ service: 'push', replica: '1' })),
    log as unknown as Logger,
  );
  await service.deliver(7, [...addresses.keys()]);
  return { finished, sent, errors };
}

describe('mails to a domain that got as many as it is to get', () => {
  it('wait, which is no attempt, and the others go on', async () => {
    const waits = { 'a@slow.example': 30, 'b@slow.example': 90 };
    const { finished, sent } = await refuse(
      ['a@slow.example', 'c@example.com', 'b@slow.example'],
      () => Promise.resolve(),
      waits,
    );
    expect(sent.map(({ to }) => to)).toEqual(['c@example.com']);
    expect(finished).toMatchObject([
      {
        untried: [
          { id: 0, delaySeconds: 30 },
          { id: 2, delaySeconds: 90 },
        ],
        later: [],
        dead: [{ id: 1 }],
      },
    ]);
  });
});

describe('mails about safety', () => {
  it.each(['new_login', 'address_changed', 'address_check'])(
    'go whatever else goes to the domain: %s',
    async (kind) => {
      const { sent } = await refuse(['a@slow.example'], () => Promise.resolve(), { 'a@slow.example': 30 }, kind);
      expect(sent.map(({ to }) => to)).toEqual(['a@slow.example']);
    },
  );

  it.each(['missed_messages', 'digest', 'onboarding_guide'])('are not those of the kind %s', async (kind) => {
    const { sent } = await refuse(['a@slow.example'], () => Promise.resolve(), { 'a@slow.example': 30 }, kind);
    expect(sent).toEqual([]);
  });
});

describe('mails that the server refuses', () => {
  it('are counted for the addresses that they went to', async () => {
    const noteRefusal = vi.fn(() => Promise.resolve());
    const { finished, sent } = await refuse(['old@example.com'], noteRefusal);
    expect(noteRefusal.mock.calls).toEqual([
      [{ userId: 100, address: 'old@example.com' }, REFUSAL, '550 5.1.1 no such user'],
    ]);
    expect(finished).toMatchObject([{ dead: [{ id: 0 }] }]);
    expect(sent).toEqual([expect.not.objectContaining({ envelopeFrom: expect.anything() })]);
  });

  it('are counted though one of them cannot be', async () => {
    const fault = new Error('the database is away');
    const noteRefusal = vi.fn(({ userId }: { userId: number }) =>
      userId === 100 ? Promise.reject(fault) : Promise.resolve(),
    );
    const { errors } = await refuse(['a@example.com', 'b@example.com', 'c@example.com'], noteRefusal);
    expect(noteRefusal.mock.calls.map(([{ userId }]) => userId)).toEqual([100, 101, 102]);
    expect(errors).toEqual([{ err: fault, user: 100 }]);
  });
});
