import { FastifyAdapter } from '@nestjs/platform-fastify';
import { DomainError } from '@stoa/contracts';
import { API_HEADERS, domainErrorAnswer, errorAnswer, protocolErrors } from '@stoa/http-params';
import type { Logger } from '@stoa/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import { installBodyParsers } from './request-body';
import { requestIdOf } from './request-id';
import { drainBody } from './unread-body';

export interface ApiAdapterOptions {
  bodyLimit: number;
  /** Networks whose X-Forwarded-* headers count. */
  trustedProxies: readonly string[];
}

/** A whole request must have arrived within this time, slow uploads included. */
const REQUEST_TIMEOUT_MS = 300_000;
/** Longer than the idle time of usual load balancers, so that they close first. */
const KEEP_ALIVE_MS = 75_000;
const LONGEST_PATH_PART = 1_000;

/** Fastify set up for this API. Its own answers to broken requests replace those of the framework. */
export class ApiAdapter extends FastifyAdapter {
  constructor(
    options: ApiAdapterOptions,
    private readonly log: Logger,
  ) {
    super({
      skipMiddie: true,
      logger: false,
      bodyLimit: options.bodyLimit,
      trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      return503OnClosing: false,
      exposeHeadRoutes: false,
      genReqId: (request: FastifyRequest['raw']) => requestIdOf(request.headers['x-request-id']),
      // The query is read by the endpoint's pipeline, where an error in it can be answered.
      routerOptions: { maxParamLength: LONGEST_PATH_PART, querystringParser: () => ({}) },
      clientErrorHandler: answerBrokenConnection,
      frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) =>
        this.answerError(error, request, reply),
    });
    installBodyParsers(this.getInstance());
    super.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      this.answerError(error, request, reply),
    );
    super.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) =>
      this.answerError(protocolErrors.noSuchPath(), request, reply),
    );
  }

  /** The framework's own handlers and parsers are not wanted. */
  override setErrorHandler(): ReturnType<FastifyAdapter['setErrorHandler']> {
    return this.instance;
  }

  override setNotFoundHandler(): ReturnType<FastifyAdapter['setNotFoundHandler']> {
    return this.instance;
  }

  override registerParserMiddleware(): void {
    return;
  }

  private answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const meant = this.meaningOf(error);
    const answer = errorAnswer(meant);
    if (answer.status >= 500) this.log.error({ err: error, requestId: request.id }, 'a request failed');
    if (answer.status === BODY_TOO_LARGE && drainBody(request.raw)) reply.removeHeader('connection');
    void reply
      .code(answer.status)
      .headers({ ...API_HEADERS, 'x-request-id': request.id, ...answer.headers })
      .send(Buffer.from(answer.body));
  }

  /** Fastify's own errors carry a code and a status. */
  private meaningOf(error: unknown): unknown {
    if (error instanceof DomainError || !(error instanceof Error)) return error;
    const code: unknown = Reflect.get(error, 'code');
    const status: unknown = Reflect.get(error, 'statusCode');
    if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
      return protocolErrors.bodyTooLarge(this.getInstance().initialConfig.bodyLimit ?? 0);
    }
    if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return protocolErrors.unsupportedMediaType();
    if (code === 'FST_ERR_BAD_URL') return protocolErrors.noSuchPath();
    if (typeof status === 'number' && status >= 400 && status < 500) return protocolErrors.malformedRequest();
    return error;
  }
}

const BODY_TOO_LARGE = 413;

/** Answers what is not HTTP, or came too slowly, before there is a request. */
function answerBrokenConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) {
    socket.destroy();
    return;
  }
  const { status, body } = domainErrorAnswer(brokenConnectionError(error.code));
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\ncontent-type: application/json\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body.toString()}`,
    );
  }
  socket.destroySoon();
}

function brokenConnectionError(code: string | undefined): DomainError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return protocolErrors.requestTooSlow();
  return code === 'HPE_HEADER_OVERFLOW' ? protocolErrors.headersTooLarge() : protocolErrors.malformedRequest();
}
