import { NatsHintTransport, REVOKED_SUBJECT, encodeWakes, wakeSubject } from '@stoa/changes';
import { EventQueues, slotOf } from '@stoa/event-queue';
import { Metrics, createLogger } from '@stoa/observability';
import { NatsConnection } from '@stoa/rpc';
import { TestServers, eventually } from '@stoa/testing';
import { AppendedQueues, QueueServers, startQueueServers } from '../test-support/appended-queues';
import { RecordedAnswer } from '../test-support/recorded-answer';
import { HeldPoll, HeldPolls } from './held-polls';
import { RememberedPolls } from './remembered-polls';

const USER = 5;
const slot = slotOf(0, USER);
/** A poll that has events answers within this time, whatever became of its wake (docs/operate/reliability.md). */
const SOON_MS = 5_000;
const logger = createLogger({ service: 'gateway', replica: 1, level: 'silent' });
describe('HeldPolls', () => {
  let started: QueueServers;
  let servers: TestServers;
  let queues: EventQueues;
  let nats: NatsConnection;
  let transport: NatsHintTransport;
  let gateways: HeldPolls[];
  let queueId: string;
  let appended: AppendedQueues;

  beforeAll(async () => {
    started = await startQueueServers(slot);
    ({ servers, queues, nats, transport, appended } = started);
  });
  afterAll(() => started.stop());

  beforeEach(async () => {
    gateways = [];
    queueId = await appended.open(USER);
  });
  afterEach(async () => {
    await Promise.all(gateways.map((gateway) => gateway.drain()));
    for (const gateway of gateways) gateway.stop();
  });

  async function gateway(): Promise<HeldPolls> {
    const metrics = new Metrics({ service: 'gateway', replica: '1' });
    const polls = new HeldPolls(
      queues,
      transport,
      logger,
      { STOA_POLL_HOLD_SECONDS: 45 },
      new RememberedPolls(),
      metrics,
    );
    polls.onApplicationBootstrap();
    await nats.flush();
    gateways.push(polls);
    return polls;
  }

  async function hold(polls: HeldPolls, lastEventId = -1): Promise<{ answer: RecordedAnswer; poll: HeldPoll }> {
    const answer = new RecordedAnswer();
    const poll = polls.begin({ slot, queueId, userId: USER }, answer);
    const { gatewayId } = polls;
    const request = { slot, queueId, userId: USER, lastEventId, dontBlock: false, gatewayId, nonce: poll.nonce };
    const result = await queues.reader.poll(request);
    expect(result.status).toBe('parked');
    if (result.status === 'parked' && result.superseded) polls.finish(queueId, result.superseded);
    polls.park(poll);
    return { answer, poll };
  }

  function append(text: string, options?: { losesWakes?: boolean }): Promise<number> {
    return appended.append(queueId, text, options);
  }

  it('are answered by a wake with the text that was stored', async () => {
    const { answer } = await hold(await gateway());
    await append('{"type":"message","message":{"content":"é☃"}}');
    await eventually(() => answer.text);
    expect(answer.text).toBe(
      `{"events":[{"id":0,"type":"message","message":{"content":"é☃"}}],"queue_id":"${queueId}"}`,
    );
    expect(answer.closes).toBe(false);
  });

  it('ask again when they are told to: events whose wake was lost, else a heartbeat', async () => {
    const polls = await gateway();
    const { answer, poll } = await hold(polls);
    const askAgain = (nonce: string) => {
      for (const message of encodeWakes([{ nonce, queueId, events: null }])) {
        transport.publish(wakeSubject(polls.gatewayId), message);
      }
    };
    askAgain(poll.nonce);
    await eventually(() => answer.text);
    expect(answer.events).toEqual([{ id: 0, type: 'heartbeat' }]);
    const second = await hold(polls, 0);
    await append('{"type":"x"}');
    await eventually(() => second.answer.text);
    expect(second.answer.events).toEqual([{ id: 1, type: 'x' }]);
  });

  it('are asked about soon after NATS was away, because wakes may have been lost', async () => {
    const { answer } = await hold(await gateway());
    await servers.nats.kill();
    expect(await append('{"type":"x"}', { losesWakes: true })).toBe(1);
    await servers.nats.start();
    await eventually(() => answer.text);
    expect(answer.events).toEqual([{ id: 0, type: 'x' }]);
  });

  it('are asked about within seconds when their wake is lost and nobody notices', async () => {
    const { answer } = await hold(await gateway());
    expect(await append('{"type":"x"}', { losesWakes: true })).toBe(1);
    await eventually(() => answer.text, { timeoutMs: SOON_MS });
    expect(answer.events).toEqual([{ id: 0, type: 'x' }]);
  });

  it('end within seconds when a poll that its gateway has given up takes their queue', async () => {
    const [first, second] = [await gateway(), await gateway()];
    const abandoned = first.begin({ slot, queueId, userId: USER }, new RecordedAnswer());
    first.forget(abandoned);
    const { answer } = await hold(second);
    // Redis was stopped when the first gateway asked it, and hears of it now; nobody waits for what it answers.
    const { gatewayId } = first;
    const late = { slot, queueId, userId: USER, lastEventId: -1, dontBlock: false, gatewayId, nonce: abandoned.nonce };
    expect(await queues.reader.poll(late)).toMatchObject({ status: 'parked', superseded: {} });
    expect(await append('{"type":"x"}')).toBe(1);
    await eventually(() => answer.text, { timeoutMs: SOON_MS });
    expect(answer.events).toEqual([]);
    expect(await queues.reader.poll({ ...late, nonce: 'next' })).toMatchObject({
      status: 'answer',
      events: [{ id: 0 }],
    });
  });

  it('wait on when nothing is wrong', async () => {
    const { answer } = await hold(await gateway());
    await new Promise((resolve) => setTimeout(resolve, SOON_MS));
    expect(answer.isOpen).toBe(true);
    await append('{"type":"x"}');
    await eventually(() => answer.text);
    expect(answer.events).toEqual([{ id: 0, type: 'x' }]);
  });

  it('end without events when a newer poll takes the queue, also at another gateway', async () => {
    const [first, second] = [await gateway(), await gateway()];
    const older = await hold(first);
    const newer = await hold(second);
    await eventually(() => older.answer.text);
    expect(older.answer.events).toEqual([]);
    const newest = await hold(second);
    await eventually(() => newer.answer.text);
    expect(newer.answer.events).toEqual([]);
    expect(newest.answer.isOpen).toBe(true);
  });

  it('are forgotten when the client goes away', async () => {
    const { answer } = await hold(await gateway());
    answer.disconnect();
    await eventually(async () => (await append('{"type":"x"}')) === 0);
    expect(answer.text).toBeUndefined();
  });

  it('end when the keys of their user are revoked', async () => {
    const { answer } = await hold(await gateway());
    transport.publish(REVOKED_SUBJECT, Buffer.from(JSON.stringify([USER])));
    await eventually(() => answer.text);
    expect(answer.events).toEqual([]);
  });

  it('get a heartbeat and a closed connection when the gateway stops, those that come late too', async () => {
    const polls = await gateway();
    const { answer } = await hold(polls);
    const stopping = polls.drain();
    await eventually(() => answer.text);
    const late = await hold(polls, 0);
    await eventually(() => late.answer.text);
    await stopping;
    expect([answer.events, answer.closes]).toEqual([[{ id: 0, type: 'heartbeat' }], true]);
    expect([late.answer.events, late.answer.closes]).toEqual([[{ id: 1, type: 'heartbeat' }], true]);
  });

  it('are told to come back when the gateway stops and Redis is away', async () => {
    const polls = await gateway();
    const { answer } = await hold(polls);
    await servers.redis.kill();
    await polls.drain();
    expect(answer.error).toMatchObject({ name: 'UnavailableError' });
    await servers.redis.start();
    await eventually(async () => (await queues.keeper.confirmRunId(slot)) === 'confirmed');
  });
});
