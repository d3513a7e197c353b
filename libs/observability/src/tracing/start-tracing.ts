import { Attributes, DiagLogLevel, context, diag } from '@opentelemetry/api';
import { ExportResult, ExportResultCode, setGlobalErrorHandler } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from '../logger';
import type { Metrics } from '../metrics';
import { useTracer } from './tracing';

export interface TracingOptions {
  service: string;
  replica: number;
  version: string;
  /** Where spans go, OTLP over HTTP, path included. */
  endpoint: string;
  /** Sent with each export. */
  headers: Record<string, string>;
  /** Share of the requests that begin a trace, 0 to 1. */
  ratio: number;
  logger: Logger;
  metrics: Metrics;
}

export interface Tracing {
  /** Sends what was recorded; gives up after a few seconds. */
  stop(): Promise<void>;
}

/** Spans that wait for their export; more are dropped and warned of. */
const MOST_WAITING = 2_048;
const MOST_PER_EXPORT = 512;
const EXPORT_EVERY_MS = 1_000;
const EXPORT_TIMEOUT_MS = 5_000;
const STOP_MS = 3_000;
const LONGEST_ATTRIBUTE = 256;

/** Exports the spans of this process from now on. What does it is loaded only here: without traces it costs nothing. */
export async function startTracing(options: TracingOptions): Promise<Tracing> {
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }, { AsyncLocalStorageContextManager }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/context-async-hooks'),
    ]);
  logProblems(options.logger);
  const exporter = new OTLPTraceExporter({
    url: options.endpoint,
    headers: options.headers,
    timeoutMillis: EXPORT_TIMEOUT_MS,
    concurrencyLimit: 2,
  });
  const processor = new sdk.BatchSpanProcessor({
    exporter: new WatchedExporter(exporter, options),
    maxQueueSize: MOST_WAITING,
    maxExportBatchSize: MOST_PER_EXPORT,
    scheduledDelayMillis: EXPORT_EVERY_MS,
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new sdk.TracerProvider({
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(options.ratio) }),
    spanLimits: { attributeValueLengthLimit: LONGEST_ATTRIBUTE },
    resource: resourceFromAttributes(resourceOf(options)),
    spanProcessors: [processor],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  useTracer(provider.getTracer('stoa'));
  return { stop: () => stopTracing(provider) };
}

function resourceOf({ service, replica, version }: TracingOptions): Attributes {
  return {
    'service.namespace': 'stoa',
    'service.name': service,
    'service.version': version,
    'service.instance.id': `${service}-${replica}-${process.pid}`,
  };
}

/** {@link WatchedExporter} reports failed exports once per outage; the library would report each, with its stack. */
function logProblems(logger: Logger): void {
  setGlobalErrorHandler(() => undefined);
  const warn = (message: string) => logger.warn(`traces: ${message}`);
  const ignore = () => undefined;
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN);
}

/** Gives up after a while: a collector that is away must not hold up the end of the process. */
async function stopTracing(provider: TracerProvider): Promise<void> {
  useTracer(undefined);
  const limit = new Promise<void>((resolve) => setTimeout(resolve, STOP_MS).unref());
  await Promise.race([provider.shutdown().catch(() => undefined), limit]);
  context.disable();
  diag.disable();
}

/** Counts what was exported, and what was lost because the collector did not take it, which costs nothing but a line of log. */
class WatchedExporter implements SpanExporter {
  private readonly spans;
  private readonly logger: Logger;
  private isFailing = false;

  constructor(
    private readonly exporter: SpanExporter,
    { metrics, logger }: TracingOptions,
  ) {
    this.logger = logger;
    this.spans = metrics.counter('stoa_trace_spans_total', 'Spans that were sent to the collector, by outcome.', [
      'outcome',
    ]);
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exporter.export(spans, (result) => {
      const outcome = result.code === ExportResultCode.SUCCESS ? 'exported' : 'lost';
      this.spans.inc({ outcome }, spans.length);
      this.note(outcome === 'lost', result.error);
      done(result);
    });
  }

  private note(isFailing: boolean, error: Error | undefined): void {
    if (isFailing === this.isFailing) return;
    this.isFailing = isFailing;
    if (isFailing) this.logger.warn({ reason: error?.message }, 'traces are lost: the collector does not take them');
    else this.logger.info('the collector takes traces again');
  }

  forceFlush(): Promise<void> {
    return this.exporter.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }
}
