import {
  Attributes,
  Context,
  ROOT_CONTEXT,
  Span,
  SpanKind,
  TraceFlags,
  Tracer,
  context,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { TraceParent, TraceSpan } from './trace-span';

/** How a span stands to the one before it (OpenTelemetry's kinds). */
export type TraceRole = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

export interface SpanOptions {
  role?: TraceRole;
  /** Names, numbers and outcomes; never what users wrote, and no secrets. */
  attributes?: Attributes;
  /** Other traces that share this piece of work. */
  links?: readonly TraceParent[];
  /** When it began, in milliseconds since the epoch; now unless given. */
  startedAt?: number;
}

const KINDS: Record<TraceRole, SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** Absent unless traces are exported: then nothing here does anything. */
let tracer: Tracer | undefined;

/** Called by `startTracing` and its end. */
export function useTracer(used: Tracer | undefined): void {
  tracer = used;
}

export function isTracing(): boolean {
  return tracer !== undefined;
}

/** The sampled span that the caller's work belongs to. */
export function activeSpan(): TraceSpan | undefined {
  if (!tracer) return undefined;
  const span = trace.getActiveSpan();
  return span && isSampled(span) ? new TraceSpan(span) : undefined;
}

/** What to send along, so that another process can go on with the caller's trace; absent unless it is sampled. */
export function activeTrace(): TraceParent | undefined {
  return activeSpan()?.traceParent;
}

/**
 * Begins the trace of a request.
 * @param parent what the request brought, if its sender is trusted
 * @returns undefined if this request is not sampled
 */
export function startRequestSpan(name: string, options: SpanOptions & { parent?: TraceParent }): TraceSpan | undefined {
  if (!tracer) return undefined;
  const remote = options.parent === undefined ? undefined : remoteContext(options.parent);
  return start(tracer, name, options, remote ?? ROOT_CONTEXT);
}

/**
 * Goes on with a trace that came with a message.
 * @returns undefined if it brought none, or none that is sampled
 */
export function startRemoteSpan(
  parent: TraceParent | undefined,
  name: string,
  options: SpanOptions,
): TraceSpan | undefined {
  if (!tracer || parent === undefined) return undefined;
  const remote = remoteContext(parent);
  return remote && start(tracer, name, options, remote);
}

/** Runs `work` as a span below the active one; where nothing is traced it just runs. */
export function traced<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const span = startChildSpan(name, options);
  return span ? span.during(work) : work();
}

/** A span below the active one, to be ended by the caller. */
export function startChildSpan(name: string, options: SpanOptions): TraceSpan | undefined {
  if (!tracer || !activeSpan()) return undefined;
  return start(tracer, name, options, context.active());
}

function start(used: Tracer, name: string, options: SpanOptions, parent: Context): TraceSpan | undefined {
  const span = used.startSpan(
    name,
    {
      kind: KINDS[options.role ?? 'internal'],
      attributes: options.attributes,
      startTime: options.startedAt,
      links: options.links?.flatMap((link) => {
        const linked = parseTraceParent(link);
        return linked ? [{ context: linked }] : [];
      }),
    },
    parent,
  );
  return isSampled(span) ? new TraceSpan(span) : undefined;
}

function remoteContext(parent: TraceParent): Context | undefined {
  const parsed = parseTraceParent(parent);
  return parsed ? trace.setSpanContext(ROOT_CONTEXT, { ...parsed, isRemote: true }) : undefined;
}

function isSampled(span: Span): boolean {
  return (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;
}
