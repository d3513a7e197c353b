import { randomBytes } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { TestCluster, eventually, startCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { sendToChannel } from '../support/messages';
import { Person, addPerson, createPerson, ownerOf, unique } from '../support/people';
import { scrape } from '../support/scrape';
import { TestQueue } from '../support/test-queue';
import { CollectedSpan, TraceCollector, waterfall } from '../support/trace-collector';

const HEADERS_SECRET = 'a secret of the collector';
/** From the request to the answer of the poll: service and span, each below the one before. */
const CHAIN = [
  ['gateway', 'POST /api/v1/messages'],
  ['gateway', 'call rpc.messages.v1.messages.send'],
  ['messages', 'serve rpc.messages.v1.messages.send'],
  ['messages', 'write change'],
  ['events', 'relay change'],
  ['events', 'append change'],
  ['events', 'wake polls'],
  ['gateway', 'answer polls'],
];

/** Of everything that this file has had traced. */
const sampledIds = new Set<string>();

function traceparent(isSampled = true): { traceId: string; header: Record<string, string> } {
  const traceId = randomBytes(16).toString('hex');
  if (isSampled) sampledIds.add(traceId);
  const spanId = randomBytes(8).toString('hex');
  return { traceId, header: { traceparent: `00-${traceId}-${spanId}-0${isSampled ? 1 : 0}` } };
}

describe('a cluster that exports traces', () => {
  let collector: TraceCollector;
  let cluster: TestCluster;
  let ada: Person;
  let bob: Person;
  let channel: Channel;

  beforeAll(async () => {
    collector = await TraceCollector.start();
    cluster = await startCluster({
      env: {
        STOA_TRACE_ENDPOINT: collector.endpoint,
        STOA_TRACE_HEADERS: `x-token=${encodeURIComponent(HEADERS_SECRET)}`,
        STOA_TRACE_FROM_CLIENTS: 'on',
        STOA_TRACE_RATIO: '0',
        STOA_LOG_LEVEL: 'debug',
      },
    });
    ada = await addPerson(await ownerOf(cluster), 'Ada');
    bob = await createPerson(cluster, 'Bob');
    channel = await createChannel(ada, [bob]);
  }, 180_000);

  afterAll(async () => {
    await cluster?.stop();
    await collector?.stop();
  });

  /** The trace once these spans of it have come; each process sends its own when it likes. */
  async function traceWith(traceId: string, expected: readonly string[][]): Promise<CollectedSpan[]> {
    const isThere = ([service, name]: readonly string[]) =>
      collector.trace(traceId).some((span) => span.service === service && span.name === name);
    await eventually(() => expected.every(isThere)).catch(() => undefined);
    return collector.trace(traceId);
  }

  function find(spans: readonly CollectedSpan[], service: string, name: string): CollectedSpan {
    const found = spans.find((span) => span.service === service && span.name === name);
    if (!found) throw new Error(`no span ${name} of ${service} in\n${waterfall(spans)}`);
    return found;
  }

  it('follows a message from its request to the answer of a held poll', async () => {
    const queue = await TestQueue.register(bob, { event_types: ['message'] });
    const ofPoll = traceparent();
    const poll = queue.request({}, { headers: ofPoll.header });
    await eventually(async () => {
      const { processes } = cluster.description;
      const gateway = processes.find(({ service }) => service === 'gateway');
      const metrics = await (await fetch(`${gateway?.http}/metrics?name[]=stoa_held_polls`)).text();
      return /stoa_held_polls\{.*\} 1$/m.test(metrics);
    });
    const ofSend = traceparent();
    const content = unique('nobody else reads this');
    const topic = unique('nor this');
    const id = await sendToChannel(ada, channel, { topic, content }, { headers: ofSend.header });
    expect((await poll).body.events[0].message.id).toBe(id);

    const spans = await traceWith(ofSend.traceId, [
      ...CHAIN,
      ['messages', 'postgres message_send'],
      ['events', 'redis append'],
    ]);
    const chain = CHAIN.map(([service = '', name = '']) => find(spans, service, name));
    chain.slice(1).forEach((span, index) => expect(span.parentId).toBe(chain[index]?.spanId));
    expect(ofSend.header.traceparent).toContain(chain[0]?.parentId);
    expect(find(spans, 'messages', 'postgres message_send').parentId).toBe(
      find(spans, 'messages', 'write change').spanId,
    );
    expect(find(spans, 'events', 'redis append').parentId).toBe(find(spans, 'events', 'append change').spanId);
    expect(spans.filter(({ isError }) => isError)).toEqual([]);

    const ownSpan = ['gateway', 'GET /api/v1/events'] as const;
    const polled = find(await traceWith(ofPoll.traceId, [[...ownSpan]]), ...ownSpan);
    expect(polled.links).toEqual([{ traceId: ofSend.traceId, spanId: chain.at(-1)?.spanId }]);
    if (process.env.STOA_SHOW_TRACE) process.stdout.write(`${waterfall(spans)}\n`);

    const told = JSON.stringify(collector.spans);
    for (const secret of [content, topic, ada.apiKey, bob.apiKey, ada.email, ada.fullName, channel.name]) {
      expect(told).not.toContain(secret);
    }
  });

  it('links the traces of messages that were worked on together', async () => {
    const traces = Array.from({ length: 12 }, () => traceparent());
    await Promise.all(traces.map(({ header }) => sendToChannel(ada, channel, {}, { headers: header })));
    const traceIds = new Set(traces.map(({ traceId }) => traceId));
    const appends = () =>
      collector.spans.filter(({ name, traceId }) => name === 'append change' && traceIds.has(traceId));
    // A slot that changes hands works on some a second time.
    await eventually(() => new Set(appends().map(({ traceId }) => traceId)).size === traces.length);
    for (const span of appends()) {
      expect(span.links.every(({ traceId }) => traceIds.has(traceId) && traceId !== span.traceId)).toBe(true);
      expect(span.links.length).toBeLessThan(Number(span.attributes['messaging.batch.message_count']));
    }
  });

  it('begins no trace that is not sampled', async () => {
    const unsampled = traceparent(false);
    await sendToChannel(ada, channel, {}, { headers: unsampled.header });
    await sendToChannel(ada, channel);
    const sampled = traceparent();
    await sendToChannel(ada, channel, {}, { headers: sampled.header });
    await traceWith(sampled.traceId, CHAIN.slice(0, 6));
    expect(collector.spans.filter(({ traceId }) => !sampledIds.has(traceId))).toEqual([]);
  });

  it('counts the spans that were exported', async () => {
    const { traceId, header } = traceparent();
    await sendToChannel(ada, channel, {}, { headers: header });
    await traceWith(traceId, CHAIN.slice(0, 6));
    const exported = await eventually(async () => {
      const { samples } = await scrape(cluster);
      const counted = samples.filter(({ name, value }) => name === 'stoa_trace_spans_total' && value > 0);
      const services = new Set(counted.map(({ labels }) => labels.service));
      return ['gateway', 'messages', 'events'].every((service) => services.has(service)) && counted;
    });
    expect(new Set((exported || []).map(({ labels }) => labels.outcome))).toEqual(new Set(['exported']));
  });

  it('writes the ids of request and trace to its logs, and no secret', async () => {
    const { traceId, header } = traceparent();
    await sendToChannel(ada, channel, {}, { headers: { ...header, 'x-request-id': traceId } });
    const logs = path.join(cluster.dataDir, 'logs');
    const read = () => readdirSync(logs).map((file) => readFileSync(path.join(logs, file), 'utf8'));
    const isCommit = (line: string) =>
      line.includes('a change was committed') && line.includes(`"requestId":"${traceId}"`);
    const line = await eventually(() => read().join('\n').split('\n').find(isCommit));
    expect(JSON.parse(line ?? '')).toMatchObject({ service: 'messages', traceId, spanId: expect.any(String) });
    await traceWith(traceId, CHAIN.slice(0, 6));
    expect(collector.headers['x-token']).toBe(HEADERS_SECRET);
    const settings: Record<string, unknown> = JSON.parse(
      readFileSync(path.join(cluster.dataDir, 'settings.json'), 'utf8'),
    );
    const secrets = Object.values(settings).filter((value) => typeof value === 'string' && value.length >= 16);
    expect(secrets.length).toBeGreaterThanOrEqual(3);
    const everything = read().join('\n');
    const own = [ada.apiKey, ada.password, HEADERS_SECRET, encodeURIComponent(HEADERS_SECRET)];
    expect([...secrets, ...own].filter((secret) => everything.includes(String(secret)))).toEqual([]);
  });
});
