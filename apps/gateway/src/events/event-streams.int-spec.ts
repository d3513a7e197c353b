import { NatsHintTransport, REVOKED_SUBJECT, encodeWakes, wakeSubject } from '@stoa/changes';
import { UnavailableError, unauthorized } from '@stoa/errors';
import { EventQueues, slotOf } from '@stoa/event-queue';
import { Metrics, createLogger } from '@stoa/observability';
import { NatsConnection } from '@stoa/rpc';
import { eventually } from '@stoa/testing';
import { AppendedQueues, QueueServers, startQueueServers } from '../test-support/appended-queues';
import { FakeApiKeyStore } from '../test-support/fake-stores';
import { AccessVersions } from '../access/access-versions';
import { EventStreams } from './event-streams';
import type { EventStream, StreamSink } from './open-stream';

const USER = 5;
const slot = slotOf(0, USER);
/** A stream has what is in its queue within this time, whatever became of the wake (docs/operate/reliability.md). */
const SOON_MS = 5_000;
/** A copy of an organization's access is used for 0.8 s. */
const COPIES_ARE_OLD_MS = 900;
const logger = createLogger({ service: 'gateway', replica: 1, level: 'silent' });

/** A client's response, kept instead of sent. */
class RecordedStream implements StreamSink {
  isOpen = true;
  text = '';
  /** Does not read: writes are told so. */
  isSlow = false;
  private abort: (() => void) | undefined;
  private reads: (() => void)[] = [];

  onAbort(listener: () => void): void {
    this.abort = listener;
  }
  onceRead(listener: () => void): void {
    this.reads.push(listener);
  }
  write(text: string): boolean {
    this.text += text;
    return !this.isSlow;
  }
  end(): void {
    this.isOpen = false;
  }
  disconnect(): void {
    this.isOpen = false;
    this.abort?.();
  }
  read({ goesOn = true } = {}): void {
    this.isSlow = !goesOn;
    for (const listener of this.reads.splice(0)) listener();
  }
  /** Ids as the client gets them, and the types of their events. */
  get events(): [string, string][] {
    return [...this.text.matchAll(/^id: (\d+)\ndata: (.*)$/gm)].map(([, id = '', data = '']) => [
      id,
      JSON.parse(data).type,
    ]);
  }
}

describe('EventStreams', () => {
  let started: QueueServers;
  let queues: EventQueues;
  let nats: NatsConnection;
  let transport: NatsHintTransport;
  let appended: AppendedQueues;
  let gateways: EventStreams[];
  let store: FakeApiKeyStore;
  let queueId: string;

  beforeAll(async () => {
    started = await startQueueServers(slot);
    ({ queues, nats, transport, appended } = started);
  });
  afterAll(() => started.stop());

  beforeEach(async () => {
    gateways = [];
    store = new FakeApiKeyStore();
    queueId = await appended.open(USER);
  });

  afterEach(async () => {
    await Promise.all(gateways.map((gateway) => gateway.drain()));
    for (const gateway of gateways) gateway.stop();
  });

  async function gateway(holdSeconds = 45): Promise<EventStreams> {
    const metrics = new Metrics({ service: 'gateway', replica: '1' });
    const environment = { STOA_POLL_HOLD_SECONDS: holdSeconds };
    const streams = new EventStreams(queues, transport, new AccessVersions(store), logger, environment, metrics);
    streams.onApplicationBootstrap();
    await nats.flush();
    gateways.push(streams);
    return streams;
  }

  interface Opening {
    lastEventId?: number;
    readmit?: () => Promise<number>;
    isSlow?: boolean;
    /** Between the answer of the queue and the begin of the stream. */
    meanwhile?: () => Promise<unknown>;
  }

  async function open(
    streams: EventStreams,
    options: Opening = {},
  ): Promise<{ sink: RecordedStream; stream: EventStream }> {
    const { lastEventId = -1, readmit = () => Promise.resolve(store.version), isSlow = false, meanwhile } = options;
    const request = { slot, queueId, userId: USER, realmId: 1, lastEventId, accessVersion: store.version, readmit };
    const stream = streams.begin(request);
    const { gatewayId } = streams;
    const result = await queues.reader.poll({ ...request, dontBlock: false, gatewayId, nonce: stream.nonce });
    await meanwhile?.();
    const sink = Object.assign(new RecordedStream(), { isSlow });
    if (result.status === 'answer') streams.start(stream, sink, result.events);
    else if (result.status === 'parked') streams.start(stream, sink, []);
    else throw new Error(`the queue refused: ${result.status}`);
    return { sink, stream };
  }

  const append = (text: string, options?: { losesWakes?: boolean }): Promise<number> =>
    appended.append(queueId, text, options);

  it('bring what the queue has, then what comes, with the text that was stored', async () => {
    await append('{"type":"a"}');
    const { sink } = await open(await gateway());
    expect(sink.text).toBe('retry: 200\n\nid: 0\ndata: {"id":0,"type":"a"}\n\n');
    for (const text of ['{"type":"b","content":"é☃"}', '{"type":"c"}']) expect(await append(text)).toBe(1);
    await eventually(() => sink.events.length === 3);
    expect(sink.text).toContain(
      'id: 1\ndata: {"id":1,"type":"b","content":"é☃"}\n\nid: 2\ndata: {"id":2,"type":"c"}\n\n',
    );
    expect(sink.isOpen).toBe(true);
  });

  it('go on after the last event that the client names, which is acknowledged by that', async () => {
    for (const type of ['a', 'b', 'c']) await append(`{"type":"${type}"}`);
    const { sink } = await open(await gateway(), { lastEventId: 1 });
    expect(sink.events).toEqual([['2', 'c']]);
    const poll = { slot, queueId, userId: USER, dontBlock: true, gatewayId: 'none', nonce: 'poll' };
    expect(await queues.reader.poll({ ...poll, lastEventId: 0 })).toEqual({ status: 'pruned' });
    expect(await queues.reader.poll({ ...poll, lastEventId: 1 })).toMatchObject({ events: [{ id: 2 }] });
  });

  it('have what came while they were opened', async () => {
    const meanwhile = async (): Promise<void> => {
      await append('{"type":"a"}');
      await append('{"type":"b"}');
      await nats.flush();
    };
    const { sink } = await open(await gateway(), { meanwhile });
    await eventually(() => sink.events.length === 2);
    expect(sink.events).toEqual([
      ['0', 'a'],
      ['1', 'b'],
    ]);
  });

  it('read the queue when a wake before was lost, and bring nothing twice', async () => {
    const { sink } = await open(await gateway());
    await append('{"type":"a"}', { losesWakes: true });
    await append('{"type":"b"}');
    await eventually(() => sink.events.length === 2);
    expect(sink.events.map(([id]) => id)).toEqual(['0', '1']);
  });

  it('read the queue within seconds when their last wake was lost and nobody notices', async () => {
    const { sink } = await open(await gateway());
    expect(await append('{"type":"a"}', { losesWakes: true })).toBe(1);
    await eventually(() => sink.events.length === 1, { timeoutMs: SOON_MS });
    // Also the next time.
    expect(await append('{"type":"b"}', { losesWakes: true })).toBe(1);
    await eventually(() => sink.events.length === 2, { timeoutMs: SOON_MS });
  });

  it('read the queue when they are told of events that are not at hand, or by an earlier release', async () => {
    const streams = await gateway();
    const { sink, stream } = await open(streams);
    const tell = (events: { id: number; bodies: string[] }[] | null): void => {
      for (const message of encodeWakes([{ nonce: stream.nonce, queueId, events }])) {
        transport.publish(wakeSubject(streams.gatewayId), message);
      }
    };
    await append('{"type":"a"}', { losesWakes: true });
    tell(null);
    await eventually(() => sink.events.length === 1);
    await append('{"type":"b"}', { losesWakes: true });
    tell([{ id: 1, bodies: ['{"type":"b"}'] }]);
    await eventually(() => sink.events.length === 2);
    expect(sink.events.map(([id]) => id)).toEqual(['0', '1']);
  });

  it('bring a wake that comes twice once', async () => {
    const streams = await gateway();
    const { sink, stream } = await open(streams);
    await append('{"type":"a"}');
    const [again] = encodeWakes([
      { nonce: stream.nonce, queueId, events: [{ id: 0, bodies: ['{"type":"a"}'] }], before: -1 },
    ]);
    if (again) transport.publish(wakeSubject(streams.gatewayId), again);
    await append('{"type":"b"}');
    await eventually(() => sink.events.length === 2);
    expect(sink.events.map(([, type]) => type)).toEqual(['a', 'b']);
  });

  it('end after a hundred events, so that the client acknowledges them', async () => {
    const { sink } = await open(await gateway());
    for (let number = 0; number < 100; number += 1) await append('{"type":"a"}');
    await eventually(() => !sink.isOpen);
    expect(sink.events).toHaveLength(100);
    const next = await open(await gateway(), { lastEventId: 99 });
    await append('{"type":"b"}');
    await eventually(() => next.sink.events.length === 1);
    expect(next.sink.events).toEqual([['100', 'b']]);
  });

  it('write no more of a long queue than may be unacknowledged', async () => {
    for (let number = 0; number < 3; number += 1) await append(`{"type":"a","text":"${'x'.repeat(300 * 1024)}"}`);
    const { sink } = await open(await gateway());
    expect([sink.events.map(([id]) => id), sink.isOpen]).toEqual([['0', '1'], false]);
  });

  it('leave what a slow client does not read in the queue, and go on when it reads', async () => {
    await append('{"type":"a"}');
    const { sink } = await open(await gateway(), { isSlow: true });
    for (const type of ['b', 'c']) await append(`{"type":"${type}"}`);
    await nats.flush();
    await new Promise((resolve) => setTimeout(resolve, SOON_MS));
    expect(sink.events).toEqual([['0', 'a']]);
    sink.read();
    await eventually(() => sink.events.length === 3);
    await append('{"type":"d"}');
    await eventually(() => sink.events.length === 4);
    expect(sink.events.map(([, type]) => type)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('hold no more than a piece of a long queue for a client that does not read', async () => {
    const text = JSON.stringify({ type: 'a', text: 'x'.repeat(10 * 1024) });
    for (let number = 0; number < 50; number += 1) await append(text);
    const { sink } = await open(await gateway(), { isSlow: true });
    const [ids, pieces]: [string[], number[]] = [[], []];
    while (ids.length < 50) {
      await eventually(() => sink.events.length > 0);
      ids.push(...sink.events.map(([id]) => id));
      pieces.push(sink.text.length);
      sink.text = '';
      sink.read({ goesOn: false });
    }
    expect(ids).toEqual(Array.from({ length: 50 }, (_, id) => String(id)));
    expect(Math.max(...pieces)).toBeLessThan(32 * 1024 + text.length + 1_000);
  });

  it('beat now and then, without an id, and end where the client reads nothing', async () => {
    const { sink } = await open(await gateway(1));
    await eventually(() => sink.text.includes('event: heartbeat\ndata: {"type":"heartbeat"}\n\n'), {
      timeoutMs: 20_000,
    });
    expect([sink.events, sink.isOpen]).toEqual([[], true]);
    sink.isSlow = true;
    await append('{"type":"a"}');
    await eventually(() => !sink.isOpen, { timeoutMs: 20_000 });
  });

  it('end when another request takes the queue, at whichever gateway, and when the queue is deleted', async () => {
    const [first, second] = [await gateway(), await gateway()];
    const older = await open(first);
    const newer = await open(second);
    for (const message of encodeWakes([{ nonce: older.stream.nonce, queueId, events: [] }])) {
      transport.publish(wakeSubject(first.gatewayId), message);
    }
    await eventually(() => !older.sink.isOpen);
    expect(newer.sink.isOpen).toBe(true);
    await append('{"type":"a"}');
    await eventually(() => newer.sink.events.length === 1);
    expect(older.sink.events).toEqual([]);
    await queues.reader.deleteQueue(slot, queueId, USER);
    await eventually(() => !newer.sink.isOpen, { timeoutMs: SOON_MS });
  });

  it('are taken off their queue when the client goes away', async () => {
    const { sink } = await open(await gateway());
    sink.disconnect();
    await eventually(async () => (await append('{"type":"a"}')) === 0);
    expect(sink.events).toEqual([]);
  });

  it('end when the keys of their user are revoked', async () => {
    const { sink } = await open(await gateway());
    transport.publish(REVOKED_SUBJECT, Buffer.from(JSON.stringify([USER])));
    await eventually(() => !sink.isOpen);
  });

  it('bring nothing to who may not come in any more, though nobody says so', async () => {
    const { sink } = await open(await gateway(), {
      readmit: () => Promise.reject(unauthorized('Invalid API key')),
    });
    await append('{"type":"a"}');
    await eventually(() => sink.events.length === 1);
    store.version += 1;
    await new Promise((resolve) => setTimeout(resolve, COPIES_ARE_OLD_MS));
    await append('{"type":"b"}');
    await eventually(() => !sink.isOpen);
    expect(sink.events).toEqual([['0', 'a']]);
  });

  it('go on when access has changed for others', async () => {
    const { sink } = await open(await gateway());
    store.version += 1;
    await append('{"type":"a"}');
    await eventually(() => sink.events.length === 1);
    await append('{"type":"b"}');
    await eventually(() => sink.events.length === 2);
    expect(sink.isOpen).toBe(true);
  });

  it('wait while nobody can say whether their client may go on', async () => {
    let isAway = true;
    const readmit = (): Promise<number> =>
      isAway ? Promise.reject(new UnavailableError('PostgreSQL is away')) : Promise.resolve(store.version);
    const { sink } = await open(await gateway(), { readmit });
    store.version += 1;
    await append('{"type":"a"}');
    await new Promise((resolve) => setTimeout(resolve, COPIES_ARE_OLD_MS));
    expect([sink.events, sink.isOpen]).toEqual([[], true]);
    isAway = false;
    await eventually(() => sink.events.length === 1, { timeoutMs: 10_000 });
  });

  it('end when the gateway stops, those that begin late after what they had; others go on with them', async () => {
    const streams = await gateway();
    const { sink } = await open(streams);
    await append('{"type":"a"}');
    await eventually(() => sink.events.length === 1);
    await streams.drain();
    expect(sink.isOpen).toBe(false);
    await append('{"type":"b"}');
    const late = await open(streams, { lastEventId: 0 });
    expect([late.sink.events, late.sink.isOpen]).toEqual([[['1', 'b']], false]);
    const other = await open(await gateway(), { lastEventId: 1 });
    await append('{"type":"c"}');
    await eventually(() => other.sink.events.length === 1);
    expect(other.sink.events).toEqual([['2', 'c']]);
  });
});
