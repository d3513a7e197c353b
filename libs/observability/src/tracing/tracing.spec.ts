import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  InMemorySpanExporter,
  ParentBasedSampler,
  SimpleSpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { BatchSpans } from './batch-spans';
import { activeSpan, activeTrace, startRemoteSpan, startRequestSpan, traced, useTracer } from './tracing';

const REMOTE = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const OTHER = `00-${'c'.repeat(32)}-${'d'.repeat(16)}-01`;
const UNSAMPLED = REMOTE.replace(/1$/, '0');

describe('tracing', () => {
  const exporter = new InMemorySpanExporter();

  function exportSpans(ratio: number): void {
    const provider = new TracerProvider({
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
      spanProcessors: [new SimpleSpanProcessor({ exporter })],
    });
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    useTracer(provider.getTracer('test'));
  }

  afterEach(() => {
    useTracer(undefined);
    context.disable();
    exporter.reset();
  });

  it('does nothing while it is off', async () => {
    expect(startRequestSpan('request', { parent: REMOTE })).toBeUndefined();
    expect(BatchSpans.begin('batch', [{ seq: 1, trace: REMOTE }], {})).toBeUndefined();
    expect(await traced('work', {}, () => Promise.resolve(activeTrace()))).toBeUndefined();
  });

  it('keeps the span through waits, and gives each piece of work its own below it', async () => {
    exportSpans(1);
    const request = startRequestSpan('request', { role: 'server' });
    const inner = await request?.run(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      expect(activeSpan()?.logFields).toEqual(request.logFields);
      return traced('inner', { role: 'client' }, () => Promise.resolve(activeTrace()));
    });
    request?.end();
    const [innerSpan, requestSpan] = exporter.getFinishedSpans();
    expect([innerSpan?.name, requestSpan?.name]).toEqual(['inner', 'request']);
    expect(innerSpan?.parentSpanContext?.spanId).toBe(requestSpan?.spanContext().spanId);
    expect(inner).toBe(`00-${requestSpan?.spanContext().traceId}-${innerSpan?.spanContext().spanId}-01`);
    expect(activeSpan()).toBeUndefined();
  });

  it('samples where a trace begins; later parts follow', () => {
    exportSpans(0);
    expect(startRequestSpan('request', {})).toBeUndefined();
    expect(startRequestSpan('request', { parent: REMOTE })?.traceParent.slice(0, 35)).toBe(REMOTE.slice(0, 35));
    expect(startRemoteSpan(REMOTE, 'work', {})).toBeDefined();
    for (const nothing of [undefined, UNSAMPLED, 'nonsense', '']) {
      expect(startRemoteSpan(nothing, 'work', {})).toBeUndefined();
    }
  });

  it('tells the kind of an error and not its text; refusals are no failures', async () => {
    exportSpans(1);
    const request = startRequestSpan('request', {});
    const failing = (name: string, error: unknown) =>
      traced(name, {}, () => Promise.reject(error)).catch(() => undefined);
    await request?.run(() => failing('fault', new TypeError('text of a user')));
    await request?.run(() =>
      failing('refusal', Object.assign(new Error('text'), { code: 'BAD_REQUEST', status: 400 })),
    );
    const [fault, refusal] = exporter.getFinishedSpans();
    expect([fault?.status, fault?.attributes]).toEqual([{ code: 2 }, { 'error.type': 'TypeError' }]);
    expect([refusal?.status, refusal?.attributes]).toEqual([{ code: 0 }, { 'error.type': 'BAD_REQUEST' }]);
    expect(JSON.stringify([fault?.events, refusal?.events])).toBe('[[],[]]');
  });

  it('gives each trace of a batch its span, linked to the others, and no more than a few', async () => {
    exportSpans(0);
    const items = [{ seq: 1, trace: REMOTE }, { seq: 2 }, { seq: 3, trace: OTHER }, { seq: 4, trace: UNSAMPLED }];
    const batch = BatchSpans.begin('batch', items, { attributes: { 'stoa.partition': 2 } });
    expect(batch?.traceOf(2)).toBeUndefined();
    expect(batch?.traceOf(3)?.slice(0, 35)).toBe(OTHER.slice(0, 35));
    expect(await batch?.during(() => Promise.resolve(activeTrace()))).toBe(batch?.traceOf(1));
    const spans = exporter.getFinishedSpans();
    expect(spans.map((span) => span.links.map(({ context: { traceId } }) => traceId[0]))).toEqual([
      ['c', 'a'],
      ['a', 'a'],
    ]);
    expect(spans[0]?.attributes).toEqual({ 'stoa.partition': 2, 'stoa.seq': 1, 'messaging.batch.message_count': 4 });
    exporter.reset();
    BatchSpans.begin(
      'batch',
      Array.from({ length: 100 }, (_, seq) => ({ seq, trace: REMOTE })),
      {},
    )?.end();
    expect(exporter.getFinishedSpans()).toHaveLength(16);
  });
});
