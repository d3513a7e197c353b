import { IncomingHttpHeaders, Server, createServer } from 'node:http';
import { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Logger } from '../logger';
import { Metrics } from '../metrics';
import { Tracing, startTracing } from './start-tracing';
import { isTracing, startRequestSpan } from './tracing';

/** The fields of an export that are checked here. */
interface Export {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue: string } }[] };
    scopeSpans: { spans: { name: string; attributes: { key: string; value: { stringValue: string } }[] }[] }[];
  }[];
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('the export of traces', () => {
  const log = { warn: vi.fn(), info: vi.fn() };
  const logger = log as unknown as Logger;
  let collector: Server;
  let received: { headers: IncomingHttpHeaders; url: string | undefined; body: Export }[];
  /** What the collector answers; undefined: nothing, until a test sets it. */
  let status: number | undefined;
  let answer: () => void;
  let metrics: Metrics;
  let tracing: Tracing;

  beforeEach(async () => {
    log.warn.mockReset();
    log.info.mockReset();
    received = [];
    status = 200;
    metrics = new Metrics({ service: 'presence', replica: '2' });
    collector = createServer((request, response) => {
      void text(request).then((body) => {
        received.push({ headers: request.headers, url: request.url, body: JSON.parse(body) });
        answer = () => response.writeHead(status ?? 200, { 'content-type': 'application/json' }).end('{}');
        if (status !== undefined) answer();
      });
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  });

  afterEach(async () => {
    collector.closeAllConnections();
    await new Promise((resolve) => collector.close(resolve));
  });

  async function start(ratio = 1): Promise<void> {
    const { port } = collector.address() as AddressInfo;
    tracing = await startTracing({
      service: 'presence',
      replica: 2,
      version: '1.2.3',
      endpoint: `http://127.0.0.1:${port}/v1/traces`,
      headers: { 'x-tenant': 'chat' },
      ratio,
      logger,
      metrics,
    });
  }

  async function counted(): Promise<Record<string, number>> {
    const found = (await metrics.text(['stoa_trace_spans_total'])).matchAll(/outcome="(\w+)".*\} (\d+)/g);
    return Object.fromEntries([...found].map(([, outcome = '', count]) => [outcome, Number(count)]));
  }

  it('sends what was recorded, at the latest when it ends, and says whose it is', async () => {
    await start();
    startRequestSpan('request', { attributes: { long: 'x'.repeat(1_000) } })?.end();
    startRequestSpan('another', {})?.end();
    await tracing.stop();
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ url: '/v1/traces', headers: { 'x-tenant': 'chat' } });
    const [sent] = received[0]?.body.resourceSpans ?? [];
    expect(sent?.resource.attributes).toEqual(
      expect.arrayContaining([
        { key: 'service.namespace', value: { stringValue: 'stoa' } },
        { key: 'service.name', value: { stringValue: 'presence' } },
        { key: 'service.version', value: { stringValue: '1.2.3' } },
        { key: 'service.instance.id', value: { stringValue: `presence-2-${process.pid}` } },
      ]),
    );
    const spans = sent?.scopeSpans.flatMap((scope) => scope.spans) ?? [];
    expect(spans.map(({ name }) => name)).toEqual(['request', 'another']);
    expect(spans[0]?.attributes[0]?.value.stringValue).toHaveLength(256);
    expect(await counted()).toEqual({ exported: 2 });
    expect(isTracing()).toBe(false);
  });

  it('loses spans, and says so once, while the collector refuses them', async () => {
    status = 400;
    await start();
    const sent = async (given: number, exports: number) => {
      status = given;
      startRequestSpan('request', {})?.end();
      while (Object.values(await counted()).reduce((sum, count) => sum + count, 0) < exports) await turn();
    };
    await sent(400, 1);
    await sent(400, 2);
    await sent(200, 3);
    await tracing.stop();
    expect(await counted()).toEqual({ exported: 1, lost: 2 });
    const warning = [{ reason: 'Bad Request' }, 'traces are lost: the collector does not take them'];
    expect(log.warn.mock.calls).toEqual([warning]);
    expect(log.info.mock.calls).toEqual([['the collector takes traces again']]);
  });

  it('sends nothing of requests that are not sampled', async () => {
    await start(0);
    expect(startRequestSpan('request', {})).toBeUndefined();
    await tracing.stop();
    expect([received, await counted()]).toEqual([[], {}]);
  });

  it('does not hold up the end of a process whose collector never answers', async () => {
    status = undefined;
    await start();
    startRequestSpan('request', {})?.end();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    try {
      const stopped = tracing.stop();
      await vi.advanceTimersByTimeAsync(3_000);
      await stopped;
    } finally {
      vi.useRealTimers();
    }
    expect(await counted()).toEqual({});
    // What is under way ends too, so that nothing of this test lasts.
    while (received.length === 0) await turn();
    answer();
    while (!(await counted()).exported) await turn();
  });
});
