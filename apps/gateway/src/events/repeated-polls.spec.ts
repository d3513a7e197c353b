import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpAdapterHost } from '@nestjs/core';
import { DomainError } from '@stoa/errors';
import { slotOf } from '@stoa/event-queue';
import { Metrics, createLogger } from '@stoa/observability';
import { RawJson } from '@stoa/rpc';
import type { AccessVersions } from '../access/access-versions';
import type { RateLimits } from '../access/rate-limits/rate-limits';
import type { GatewayEnvironment } from '../gateway-environment';
import type { AnswerObservers } from '../http/answer-observers';
import { PollRounds } from '../http/poll-rounds';
import type { Connections } from '../overload/connections';
import type { OverloadGuard } from '../overload/overload-guard';
import type { QueuePolls } from './queue-polls';
import { RememberedPolls } from './remembered-polls';
import { repeatablePoll } from './repeatable-poll';
import { RepeatedPolls } from './repeated-polls';

const ADDRESS = '/api/v1/events?queue_id=q1&last_event_id=';
const limit = { limit: 200, remaining: 5, resetAt: 9, retryAfterSeconds: 3 };

describe('RepeatedPolls', () => {
  let server: Server;
  let base: string;
  let isWelcome: boolean;
  /** Whether the queue is kept here. */
  let canGoOn: boolean;
  let serve: QueuePolls['serve'];
  /** What is known of the organization's access: nothing, whether it still admits, or a read of that. */
  let allows: boolean;
  let reading: Promise<unknown> | undefined;
  const limits = { isOn: false, countUser: vi.fn() };
  const observed: number[] = [];

  beforeEach(async () => {
    [isWelcome, canGoOn, allows, reading, limits.isOn] = [true, true, true, undefined, false];
    serve = ({ lastEventId }) => Promise.resolve(new RawJson(`{"asked":${lastEventId}}`));
    limits.countUser.mockReset();
    observed.length = 0;
    server = createServer((_request, response) => response.end('the framework'));
    const remembered = new RememberedPolls();
    const queuePolls: Partial<QueuePolls> = {
      canGoOn: () => canGoOn,
      goOn: ({ lastEventId }) => new RawJson(`{"id":${lastEventId + 1}}`),
      serve: (poll, hold) => serve(poll, hold),
    };
    const polls = new RepeatedPolls(
      remembered,
      queuePolls as QueuePolls,
      new PollRounds(),
      { know: () => reading, allows: () => allows } as unknown as AccessVersions,
      limits as unknown as RateLimits,
      { isWelcome: () => isWelcome } as unknown as Connections,
      { admitTenant: (_tenant, _gate, work) => work() } as OverloadGuard,
      { of: () => (status: number) => observed.push(status) } as unknown as AnswerObservers,
      { STOA_TRACE_FROM_CLIENTS: false } as GatewayEnvironment,
      { httpAdapter: { getHttpServer: () => server } } as HttpAdapterHost,
      createLogger({ service: 'gateway', replica: 1, level: 'silent' }),
      new Metrics({ service: 'gateway', replica: '1' }),
    );
    polls.onApplicationBootstrap();
    server.prependOnceListener('request', (incoming) => {
      const language = { tag: 'en', translate: undefined };
      const admitted = { slot: slotOf(0, 5), userId: 5, realmId: 1, accessVersion: 7 };
      const poll = repeatablePoll({ incoming, language }, admitted);
      if (poll) remembered.note('q1', poll);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const ask = (address: string) => fetch(base + address, { headers: { authorization: 'Basic x' } });
  const textOf = async (address: string) => (await ask(address)).text();
  const after = (lastEventId: number) => `{"result":"success","msg":"","id":${lastEventId + 1}}`;

  it('are answered before the framework', async () => {
    expect(await textOf(`${ADDRESS}3`)).toBe(after(3));
    expect(await textOf(`${ADDRESS}4`)).toBe(after(4));
    expect(observed).toEqual([200, 200]);
  });

  it.each([
    ['is for another path', () => '/api/v1/messages?queue_id=q1&last_event_id=3'],
    ['is for another queue', () => '/api/v1/events?queue_id=q2&last_event_id=3'],
    ['is another one', () => `${ADDRESS}3&dont_block=true`],
    ['comes on a connection too many', () => ((isWelcome = false), `${ADDRESS}3`)],
    ['may not be admitted any more', () => ((allows = false), `${ADDRESS}3`)],
  ])('go the usual way where one %s', async (_what, prepare) => {
    await textOf(`${ADDRESS}1`);
    expect(await textOf(prepare())).toBe('the framework');
    expect(observed).toEqual([200]);
  });

  it('ask for their queue where it is not kept', async () => {
    canGoOn = false;
    expect(await textOf(`${ADDRESS}3`)).toBe('{"result":"success","msg":"","asked":3}');
  });

  it('are told what is wrong with them, and of faults no more than that', async () => {
    canGoOn = false;
    serve = () => Promise.reject(new DomainError('BAD_EVENT_QUEUE_ID', 'Bad event queue ID: q1'));
    const refused = await ask(`${ADDRESS}3`);
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'BAD_EVENT_QUEUE_ID' }]);
    serve = () => Promise.reject(new Error('a secret'));
    const failed = await ask(`${ADDRESS}3`);
    expect([failed.status, (await failed.text()).includes('secret')]).toEqual([500, false]);
  });

  it('wait until it is known whether their organization still admits them', async () => {
    allows = false;
    reading = Promise.resolve().then(() => (allows = true));
    expect(await textOf(`${ADDRESS}3`)).toBe(after(3));
  });

  it('are counted, and their answers say what is left', async () => {
    limits.isOn = true;
    limits.countUser.mockResolvedValue({ ...limit, isAllowed: true });
    const answer = await ask(`${ADDRESS}3`);
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('5');
    expect(limits.countUser).toHaveBeenCalledExactlyOnceWith(5);
  });

  it.each([
    ['allows no more', () => Promise.resolve({ ...limit, isAllowed: false })],
    ['cannot be asked', () => Promise.reject(new Error('no Redis'))],
  ])('go the usual way where the limit %s', async (_what, count) => {
    limits.isOn = true;
    limits.countUser.mockImplementation(count);
    expect(await textOf(`${ADDRESS}3`)).toBe('the framework');
  });
});
