import { TraceSpan, isTracing, startRequestSpan } from '@stoa/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';

const SERVER_ERRORS = 500;

/** The span of one sampled request, from its arrival until its answer is written or its client is gone. */
export class RequestTrace {
  private isEnded = false;

  private constructor(private readonly span: TraceSpan) {}

  /**
   * @param path of the route, without the values in it
   * @param believesClients whether the request may say which trace it belongs to
   * @returns undefined if the request is not sampled
   */
  static begin(
    { request, reply, path }: { request: FastifyRequest; reply: FastifyReply; path: string },
    believesClients: boolean,
  ): RequestTrace | undefined {
    if (!isTracing()) return undefined;
    const { traceparent } = request.headers;
    const span = startRequestSpan(`${request.method} ${path}`, {
      role: 'server',
      parent: believesClients && typeof traceparent === 'string' ? traceparent : undefined,
      attributes: { 'http.request.method': request.method, 'http.route': path, 'stoa.request_id': request.id },
    });
    if (!span) return undefined;
    const trace = new RequestTrace(span);
    reply.raw.once('close', () => trace.end());
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
