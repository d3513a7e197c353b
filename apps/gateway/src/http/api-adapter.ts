import { FastifyAdapter } from '@nestjs/platform-fastify';
import { DomainError } from '@stoa/errors';
import {
  API_HEADERS,
  API_METHODS,
  SESSION_HEADERS,
  errorAnswer,
  isAnswerable,
  protocolErrors,
} from '@stoa/http-params';
import type { Logger } from '@stoa/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerLanguage } from '../access/answer-language';
import { answerBrokenConnection, isOfUnclearHost } from '../overload/broken-connection';
import { installBodyParsers } from './request-body';
import { requestIdOf } from './request-id';
import { drainBody } from './unread-body';

export interface ApiAdapterOptions {
  bodyLimit: number;
  /** Networks whose X-Forwarded-* headers count. */
  trustedProxies: readonly string[];
  /** A request's header must have arrived within this time. */
  headersTimeoutMs: number;
  /** How long a connection may stay open without a request. */
  keepAliveMs: number;
  /** How long a connection may stay open without a byte in either direction, a request under way or not. */
  silenceMs: number;
}

/** A whole request must have arrived within this time, slow uploads included. */
const REQUEST_TIMEOUT_MS = 300_000;
/** Most time between a deadline for a header and the look at it. */
const CHECK_MS = 5_000;
const KEEP_ALIVE_MS = 15_000;
/** Characters. */
export const LONGEST_PATH_PART = 1_000;

/**
 * Stands for each method that the API has not: its requests reach the routes, which say what their path has instead
 * (organization.md 1.4). One for all, as each route takes time when the gateway starts.
 */
const OTHER_METHOD = 'TRACE';
/** The methods that routes are made for. */
export const ROUTED_METHODS: readonly string[] = [...API_METHODS, OTHER_METHOD];

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
      keepAliveTimeout: options.keepAliveMs,
      connectionTimeout: options.silenceMs,
      http: {
        // A proxy on a node that is lost says nothing: what it holds is given up within half a minute.
        keepAlive: true,
        keepAliveInitialDelay: KEEP_ALIVE_MS,
        headersTimeout: options.headersTimeoutMs,
        connectionsCheckingInterval: Math.min(CHECK_MS, Math.ceil(options.headersTimeoutMs / 4)),
      },
      return503OnClosing: false,
      exposeHeadRoutes: false,
      rewriteUrl: (request: FastifyRequest['raw']) => {
        if (!ROUTED_METHODS.includes(request.method ?? '')) request.method = OTHER_METHOD;
        return request.url ?? '/';
      },
      genReqId: (request: FastifyRequest['raw']) => requestIdOf(request.headers['x-request-id']),
      // No body or answer has one: compilers of schemas that nobody has would take a part of the start.
      schemaController: { compilersFactory: { buildValidator: noSchema, buildSerializer: noSchema } },
      // The query is read by the endpoint's pipeline, where an error in it can be answered.
      routerOptions: { maxParamLength: LONGEST_PATH_PART, querystringParser: () => ({}) },
      clientErrorHandler: answerBrokenConnection,
      frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) =>
        this.answerError(error, request, reply),
    });
    this.getInstance().decorateRequest('callerLanguage');
    installBodyParsers(this.getInstance());
    this.getInstance().addHook('onRequest', ({ raw }, _reply, done) =>
      done(isOfUnclearHost(raw) ? protocolErrors.malformedRequest() : undefined),
    );
    super.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      this.answerError(error, request, reply),
    );
    super.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
      if (!(await this.answerUnknown(request, reply))) this.answerError(protocolErrors.noSuchPath(), request, reply);
      return reply;
    });
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

  /** Answers at paths that are nobody else's. @returns false where nothing was sent */
  answerUnknown: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean> = () => Promise.resolve(false);

  /** Called for each request that is answered before it reaches an endpoint: unknown paths, bodies that cannot be read. */
  onUnroutedAnswer: (status: number) => void = () => undefined;

  private answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const meant = this.meaningOf(error, request);
    const { tag, translate } = answerLanguage(request);
    const answer = errorAnswer(meant, { translate });
    if (!isAnswerable(meant)) this.log.error({ err: error, requestId: request.id }, 'a request failed');
    if (answer.status === BODY_TOO_LARGE && drainBody(request.raw)) reply.removeHeader('connection');
    else if (answer.status !== BODY_TOO_LARGE) drainBody(request.raw);
    this.onUnroutedAnswer(answer.status);
    void reply
      .code(answer.status)
      .headers({
        ...(isOfSessions(request) ? SESSION_HEADERS : API_HEADERS),
        'x-request-id': request.id,
        'content-language': tag,
        ...answer.headers,
      })
      .send(Buffer.from(answer.body));
  }

  /** Fastify's own errors carry a code and a status. */
  private meaningOf(error: unknown, { routeOptions }: FastifyRequest): unknown {
    if (error instanceof DomainError || !(error instanceof Error)) return error;
    const code: unknown = Reflect.get(error, 'code');
    const status: unknown = Reflect.get(error, 'statusCode');
    if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
      return protocolErrors.bodyTooLarge(routeOptions.bodyLimit ?? 0);
    }
    if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return protocolErrors.unsupportedMediaType();
    if (code === 'FST_ERR_BAD_URL') return protocolErrors.noSuchPath();
    if (typeof status === 'number' && status >= 400 && status < 500) return protocolErrors.malformedRequest();
    return error;
  }
}

const BODY_TOO_LARGE = 413;

function noSchema(): never {
  throw new Error('what a request holds is declared by its endpoint, not by a schema of its route');
}

/** Whether the request is of a browser with a session, as its path says. */
function isOfSessions({ url }: FastifyRequest): boolean {
  return url === '/json' || url.startsWith('/json/');
}
