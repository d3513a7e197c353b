import { Attributes, Span, SpanStatusCode, context, trace } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';

/** A span's place in its trace as W3C `traceparent`: `00-<trace id>-<span id>-01`. */
export type TraceParent = string;

/** HTTP statuses from here on say that the service failed. */
const SERVER_ERRORS = 500;

/** A sampled span of this process. */
export class TraceSpan {
  constructor(private readonly span: Span) {}

  get traceParent(): TraceParent {
    const { traceId, spanId, traceFlags } = this.span.spanContext();
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  }

  /** By which log lines and traces are found from each other. */
  get logFields(): { traceId: string; spanId: string } {
    const { traceId, spanId } = this.span.spanContext();
    return { traceId, spanId };
  }

  /** Work that is begun in here belongs to this span. */
  run<T>(work: () => T): T {
    return context.with(trace.setSpan(context.active(), this.span), work);
  }

  /** Runs `work` inside and ends with it. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.run(work);
    } catch (error) {
      this.fail(error);
      throw error;
    } finally {
      this.end();
    }
  }

  /**
   * Says how the work ended. Only the kind of the error is recorded: its text may contain what users wrote. Refusals, which have
   * a status below 500, are no failures.
   */
  fail(error: unknown): void {
    const { name, code, status }: { name?: unknown; code?: unknown; status?: unknown } = Object(error);
    const type = typeof code === 'string' ? code : name;
    this.span.setAttribute('error.type', typeof type === 'string' ? type : typeof error);
    if (typeof status === 'number' && status < SERVER_ERRORS) return;
    this.span.setStatus({ code: SpanStatusCode.ERROR });
  }

  set(attributes: Attributes): void {
    this.span.setAttributes(attributes);
  }

  /** Another trace that this span has to do with. */
  linkTo(other: TraceParent): void {
    const linked = parseTraceParent(other);
    if (linked) this.span.addLink({ context: linked });
  }

  end(): void {
    this.span.end();
  }
}
