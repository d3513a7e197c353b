import type { ServerResponse } from 'node:http';
import { TraceSpan, isTracing, startRequestSpan } from '@stoa/observability';

const SERVER_ERRORS = 500;

/** A request that may be sampled. */
export interface TracedRequest {
  readonly method: string;
  /** Of the route, without the values in it. */
  readonly path: string;
  readonly requestId: string;
  /** The header of that name. */
  readonly traceparent: unknown;
  readonly response: ServerResponse;
}

/** The span of one sampled request, from its arrival until its answer is written or its client is gone. */
export class RequestTrace {
  private isEnded = false;

  private constructor(private readonly span: TraceSpan) {}

  /**
   * @param believesClients whether the request may say which trace it belongs to
   * @returns undefined if the request is not sampled
   */
  static begin(request: TracedRequest, believesClients: boolean): RequestTrace | undefined {
    if (!isTracing()) return undefined;
    const { method, path, requestId, traceparent, response } = request;
    const span = startRequestSpan(`${method} ${path}`, {
      role: 'server',
      parent: believesClients && typeof traceparent === 'string' ? traceparent : undefined,
      attributes: { 'http.request.method': method, 'http.route': path, 'stoa.request_id': requestId },
    });
    if (!span) return undefined;
    const trace = new RequestTrace(span);
    response.once('close', () => trace.end());
    return trace;
  }

  run<T>(work: () => T): T {
    return this.span.run(work);
  }

  answered(status: number): void {
    this.span.set({ 'http.response.status_code': status });
    if (status >= SERVER_ERRORS) this.span.fail({ name: String(status) });
    this.end();
  }

  private end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.span.end();
  }
}
