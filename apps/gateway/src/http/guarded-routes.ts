import { Inject, Injectable } from '@nestjs/common';
import { isAnswerable } from '@stoa/http-params';
import { LOGGER, type Logger, Metrics } from '@stoa/observability';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OverloadGuard } from '../overload/overload-guard';
import type { Gate } from '../overload/request-gates';
import { sendErrorPage } from './error-page';
import { drainBody } from './unread-body';

export interface GuardedRoute {
  methods: readonly string[];
  /** Paths that are served alike. */
  urls: readonly string[];
  gate: Gate;
  /** Bytes of the largest body that is read; that of endpoints unless given. */
  bodyLimit?: number;
  /** What went wrong when something else than a refusal is thrown, as the log says it: "a file could not be served". */
  failure: string;
}

/** Sends the whole answer; what it throws is answered. The place is kept until the client has everything, or is gone. */
export type Serve = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Routes other than the endpoints of the API. Like endpoints they wait for a place, so the work at once is bounded. */
@Injectable()
export class GuardedRoutes {
  private readonly seconds;

  constructor(
    private readonly guard: OverloadGuard,
    metrics: Metrics,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    this.seconds = metrics.histogram(
      'stoa_http_file_seconds',
      'Time of an answer of other routes than the endpoints (files, pages), until the client has it, in seconds.',
      ['method', 'path', 'status'],
    );
  }

  add(fastify: FastifyInstance, route: GuardedRoute, serve: Serve): void {
    const { methods, urls, gate, bodyLimit, failure } = route;
    for (const url of urls) {
      fastify.route({
        method: [...methods],
        url,
        exposeHeadRoute: false,
        bodyLimit,
        handler: async (request, reply) => {
          if (gate === 'downloads' || gate === 'media') this.guard.watchReader(reply.raw);
          try {
            await this.guard.admit(request, gate, () => serve(request, reply));
          } catch (error) {
            if (!isAnswerable(error)) this.log.error({ err: error, requestId: request.id }, failure);
            if (!reply.sent) await this.refuse(request, reply, error);
          } finally {
            const { method } = request;
            this.seconds.observe({ method, path: url, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
          }
          return reply;
        },
      });
    }
  }

  private async refuse(request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<void> {
    const hasUnreadBody = !request.raw.readableEnded && request.body !== undefined;
    if (hasUnreadBody && !drainBody(request.raw)) void reply.header('connection', 'close');
    await sendErrorPage(request, reply, error);
  }
}

/** A part of the path by its name, `*` for the rest; empty if there is none. */
export function pathPart({ params }: FastifyRequest, name: string): string {
  const value: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined;
  return typeof value === 'string' ? value : '';
}
