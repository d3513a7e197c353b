import { Inject, Injectable } from '@nestjs/common';
import { answerScim } from '@stoa/contracts/users';
import { DomainError, UnavailableError } from '@stoa/errors';
import { isAnswerable, protocolErrors } from '@stoa/http-params';
import { LOGGER, type Logger, Metrics } from '@stoa/observability';
import { RemoteFault, RpcClient } from '@stoa/rpc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RealmLookup } from '../access/realms/realm-lookup';
import { GatewayEnvironment } from '../gateway-environment';
import { parseFields } from '../http/form-fields';
import { pathPart } from '../http/guarded-routes';
import { OverloadGuard } from '../overload/overload-guard';
import { type ScimCaller, ScimCallers } from './scim-callers';

const PATHS = ['/scim/v2', '/scim/v2/*'];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const JSON_TYPE = /^application\/(scim\+)?json\s*(;|$)/i;
const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';
const RESOURCES: ReadonlySet<string> = new Set(['Users', 'Groups']);
const HEADERS = {
  'cache-control': 'no-store',
  'content-type': 'application/scim+json; charset=utf-8',
  'x-content-type-options': 'nosniff',
};

const OUTCOMES = ['done', 'refused', 'unauthorized', 'limited', 'failed'] as const;
type Outcome = (typeof OUTCOMES)[number];

interface ScimAnswer {
  status: number;
  body: string | null;
  headers?: Record<string, string>;
}

/** `/scim/v2`: identity providers that provision people and groups (identity.md 8). The users service answers; this is its edge. */
@Injectable()
export class ScimRoutes {
  private readonly count: (resource: string, outcome: Outcome) => void;

  constructor(
    private readonly environment: GatewayEnvironment,
    private readonly guard: OverloadGuard,
    private readonly callers: ScimCallers,
    private readonly realms: RealmLookup,
    private readonly rpc: RpcClient,
    metrics: Metrics,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    const requests = metrics.counter(
      'stoa_scim_requests_total',
      'Requests of identity providers below /scim/v2, by what they are about and what became of them.',
      ['resource', 'outcome'],
    );
    this.count = (resource, outcome) => requests.inc({ resource, outcome });
    // Alerts compare with what was before the first one.
    for (const resource of [...RESOURCES, 'other'])
      for (const outcome of OUTCOMES) requests.inc({ resource, outcome }, 0);
  }

  register(fastify: FastifyInstance): void {
    // In a scope of its own: bodies are JSON under two names, and travel on as they come.
    void fastify.register((scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) => parsed(null, body));
      for (const url of PATHS) {
        scope.route({
          method: METHODS,
          url,
          exposeHeadRoute: false,
          handler: (request, reply) => this.serve(request, reply),
        });
      }
      done();
    });
  }

  private async serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = pathPart(request, '*').split('/').filter(Boolean);
    const resource = path[0] !== undefined && RESOURCES.has(path[0]) ? path[0] : 'other';
    let answer: ScimAnswer = { status: 500, body: null };
    try {
      await this.guard.admit(request, 'requests', async () => {
        answer = await this.answer(request, path);
      });
      this.count(resource, answer.status < 400 ? 'done' : 'refused');
    } catch (error) {
      answer = this.refusal(request, error);
      this.count(resource, outcomeOf(answer.status));
    }
    this.guard.noteAnswer(reply.raw);
    const { status, body, headers } = answer;
    return reply
      .code(status)
      .headers({ ...HEADERS, 'x-request-id': request.id, ...headers })
      .send(body ?? '');
  }

  private async answer(request: FastifyRequest, path: string[]): Promise<ScimAnswer> {
    const caller = await this.callers.identify(request);
    const body = typeof request.body === 'string' && request.body !== '' ? request.body : null;
    if (body !== null && !JSON_TYPE.test(request.headers['content-type'] ?? '')) {
      throw protocolErrors.unsupportedMediaType();
    }
    const context = {
      requestId: request.id,
      deadlineAt: Date.now() + this.environment.STOA_HTTP_DEADLINE_SECONDS * 1_000,
    };
    const { status, location, etag, ...answer } = await this.rpc.call(answerScim, context, {
      ...this.organizationOf(caller),
      token_id: caller.tokenId,
      method: request.method,
      path,
      query: queryOf(request),
      body,
      if_match: request.headers['if-match'] ?? null,
    });
    const headers = { ...(location === null ? {} : { location }), ...(etag === null ? {} : { etag }) };
    return { status, body: answer.body, headers };
  }

  private organizationOf({ realm }: ScimCaller) {
    return {
      realm_id: realm.id,
      partition: realm.partition,
      realm_host: this.realms.hostOf(realm),
      realm_url: this.realms.urlOf(realm),
    };
  }

  /** Who has no valid token learns nothing but that (identity.md 8.1). */
  private refusal(request: FastifyRequest, error: unknown): ScimAnswer {
    if (error instanceof DomainError) {
      const { status, message, data } = error;
      const headers: Record<string, string> = {};
      if (status === 401) return { status, body: null, headers: { 'www-authenticate': 'Bearer realm="scim"' } };
      const retryAfter = data['retry-after'];
      if (typeof retryAfter === 'number') headers['retry-after'] = String(Math.ceil(retryAfter));
      return { status, body: errorBody(status, message), headers };
    }
    if (error instanceof UnavailableError) {
      const headers = { 'retry-after': String(Math.ceil(error.retryAfterSeconds)) };
      return { status: 503, body: errorBody(503, 'The service is not available.'), headers };
    }
    if (!isAnswerable(error) && !(error instanceof RemoteFault)) {
      this.log.error({ err: error, requestId: request.id }, 'a request of SCIM failed');
    }
    return { status: 500, body: errorBody(500, 'Exception occurred while processing the SCIM request') };
  }
}

function outcomeOf(status: number): Outcome {
  if (status === 401) return 'unauthorized';
  if (status === 429) return 'limited';
  return status < 500 ? 'refused' : 'failed';
}

function errorBody(status: number, detail: string): string {
  return JSON.stringify({ schemas: [ERROR_SCHEMA], detail, status: String(status) });
}

function queryOf({ raw }: FastifyRequest): Record<string, string> {
  const url = raw.url ?? '';
  const start = url.indexOf('?');
  const fields = parseFields(Buffer.from(start < 0 ? '' : url.slice(start + 1)));
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
