import { Injectable } from '@nestjs/common';
import type { Surface } from '@stoa/contracts/rpc';
import { API_METHODS, RawValues, protocolErrors } from '@stoa/http-params';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GatewayEnvironment } from '../gateway-environment';
import { OverloadGuard } from '../overload/overload-guard';
import { LONGEST_PATH_PART, ROUTED_METHODS } from './api-adapter';
import { AnswerObservers } from './answer-observers';
import { RegisteredEndpoint } from './registered-endpoint';
import { EndpointRegistry } from './endpoint-registry';
import { EndpointRunner } from './endpoint-runner';
import { Exchange } from './exchange';
import { parseFields } from './form-fields';
import { GatheredRequests } from './gathered-requests';
import { MultipartBody } from './multipart-body';
import { PathTable } from './path-table';
import { PollRounds } from './poll-rounds';
import { formFields, hasForm, installPatientBodyParsers, isForKnownCallers, readLargeForm } from './request-body';
import { RequestTrace } from './request-trace';
import { HELD_FILE_BYTES } from './streamed-upload';
import { passUnreadForm } from './unread-form';

export const API_PREFIX = '/api/v1';
export const SESSION_PREFIX = '/json';
const PREFIXES: Readonly<Record<Surface, string>> = { key: API_PREFIX, session: SESSION_PREFIX };
const SURFACES: readonly Surface[] = ['key', 'session'];
const METHODS = new Set(API_METHODS);

const NO_OPTIONS: Partial<RegisteredEndpoint['options']> = {};

/** A file that is served as it is, such as the reference page. */
export interface ServedDocument {
  headers: Record<string, string>;
  body(): Buffer;
}

/** Everything at one path. */
interface Route {
  surface: Surface;
  /** As metrics and traces name it: an endpoint has one name, whichever surface it was asked at. */
  name: string;
  endpoints: ReadonlyMap<string, RegisteredEndpoint>;
  document?: ServedDocument;
  allowed: readonly string[];
}

/** A request that is being looked at. */
interface Arrival {
  route: Route;
  /** The values of the path's parts, by name. */
  params: unknown;
  exchange: Exchange;
  multipart: MultipartBody | undefined;
}

/**
 * Puts endpoints at their paths. Each takes every method, so that the wrong ones are answered with what would be right
 * (organization.md 1.4): Fastify has one route for all that is below a prefix.
 */
@Injectable()
export class EndpointRouter {
  constructor(
    private readonly environment: GatewayEnvironment,
    private readonly registry: EndpointRegistry,
    private readonly runner: EndpointRunner,
    private readonly guard: OverloadGuard,
    private readonly observers: AnswerObservers,
    private readonly polls: PollRounds,
    private readonly gathered: GatheredRequests,
  ) {}

  /** @param documents path to file, in addition to the endpoints */
  register(fastify: FastifyInstance, documents: ReadonlyMap<string, ServedDocument>): void {
    const endpoints = this.registry.endpoints();
    // In a scope of its own: the body parsers of others read everything at once.
    void fastify.register((scope, _options, done) => {
      installPatientBodyParsers(scope, this.environment.STOA_HTTP_BODY_BYTES);
      for (const surface of SURFACES) this.registerSurface(scope, surface, endpoints);
      for (const [path, document] of documents) {
        const route = { name: path, endpoints: new Map(), document, allowed: ['GET', 'HEAD', 'OPTIONS'] };
        this.addRoute(scope, path, { surface: 'key', ...route });
      }
      done();
    });
  }

  /** The same endpoints under both prefixes, but for those that are on one surface only (identity.md 1.2). */
  private registerSurface(fastify: FastifyInstance, surface: Surface, registered: readonly RegisteredEndpoint[]): void {
    const byPath = new Map<string, Map<string, RegisteredEndpoint>>();
    for (const endpoint of registered) {
      if ((endpoint.options.surface ?? surface) !== surface) continue;
      const path = routePath(endpoint);
      const methods = byPath.get(path) ?? new Map<string, RegisteredEndpoint>();
      byPath.set(path, methods.set(endpoint.options.method, endpoint));
    }
    const paths = new PathTable<Route>({ longestPart: LONGEST_PATH_PART });
    for (const [path, endpoints] of byPath) {
      const isOfSessions = [...endpoints.values()].every(({ options }) => options.surface === 'session');
      const name = `${isOfSessions ? SESSION_PREFIX : API_PREFIX}/${path}`;
      const route = { surface, name, endpoints, allowed: allowedAt(endpoints) };
      paths.add(`${PREFIXES[surface]}/${path}`, route);
      const isAtHostToo = surface === 'key' && [...endpoints.values()].some(({ options }) => options.isAtHostToo);
      if (isAtHostToo) this.addRoute(fastify, `/${path}`, route);
    }
    addToFramework(fastify, `${PREFIXES[surface]}/*`, async (request, reply) => {
      const found = paths.find(request.raw.url ?? '/');
      if (found) await this.dispatch(found.place, found.values, request, reply);
      else reply.callNotFound();
    });
  }

  private addRoute(fastify: FastifyInstance, url: string, route: Route): void {
    addToFramework(fastify, url, (request, reply) => this.dispatch(route, request.params, request, reply));
  }

  private async dispatch(route: Route, params: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { traceparent } = request.headers;
    const facts = { method: request.method, path: route.name, requestId: request.id, response: reply.raw };
    const trace = RequestTrace.begin({ ...facts, traceparent }, this.environment.STOA_TRACE_FROM_CLIENTS);
    const observer = this.observers.of(facts, trace);
    const exchange = new Exchange(request, reply, observer, route);
    const hasFiles = request.isMultipart() && hasBody(request.method);
    const multipart = hasFiles ? this.multipartOf(request) : undefined;
    try {
      const { isPoll, isGathered } = route.endpoints.get(request.method)?.options ?? NO_OPTIONS;
      const turn = isPoll ? this.polls.next() : undefined;
      if (turn) await turn;
      const gate = hasFiles ? 'uploads' : isPoll ? 'polls' : 'requests';
      const admit = () => this.guard.admit(request, gate, () => this.serve({ route, params, exchange, multipart }));
      const work = () => (trace ? trace.run(admit) : admit());
      await (isGathered ? this.gathered.run(work) : work());
    } catch (error) {
      const { mustClose } = multipart ? multipart.discard() : passUnreadForm(request);
      this.runner.fail(exchange, error, mustClose ? { connection: 'close' } : {});
    }
  }

  private multipartOf(request: FastifyRequest): MultipartBody {
    const nextTurn = () => this.guard.turn();
    return new MultipartBody(request, { fieldLimit: this.environment.STOA_HTTP_BODY_BYTES, nextTurn });
  }

  private async serve(arrival: Arrival): Promise<void> {
    const { route, params, exchange, multipart } = arrival;
    const { request } = exchange;
    const pathValues = pathValuesOf(params);
    const named = route.endpoints.get(request.method);
    const answer = () => this.answer(arrival, pathValues);
    if (!((named || request.method === 'POST') && isForKnownCallers(request, multipart !== undefined))) return answer();
    const caller = await this.runner.admitLargeBody(exchange, named);
    // Bodies with files are read as they arrive.
    if (multipart) return answer();
    await readLargeForm(request);
    return this.guard.admitLargeForm(request, caller?.holder.userId, answer);
  }

  private async answer({ route, exchange, multipart }: Arrival, pathValues: RawValues): Promise<void> {
    const { request } = exchange;
    if (multipart) await multipart.readLeadingFields();
    if (multipart && mayHideMethod(route, multipart)) await multipart.holdFiles(HELD_FILE_BYTES);
    const method = this.methodOf(request, multipart);
    exchange.isHead = method === 'HEAD';
    const endpoint = route.endpoints.get(method === 'HEAD' ? 'GET' : method);
    if (!endpoint) {
      if (multipart) multipart.discard();
      else passUnreadForm(request);
      return this.answerWithoutEndpoint(exchange, route, method);
    }
    const form = multipart?.fields ?? formFields(request);
    const raw = { path: namedPathValues(pathValues, endpoint), query: queryOf(request), form };
    await this.runner.run({ exchange, endpoint, raw, multipart, isOverridden: method !== request.method });
  }

  /** A POST may ask in its body to be taken for another method (organization.md 1.2). */
  private methodOf(request: FastifyRequest, multipart: MultipartBody | undefined): string {
    if (request.method !== 'POST') return request.method;
    const wish = multipart ? multipart.fields.method : hasForm(request) ? formFields(request).method : undefined;
    return wish !== undefined && METHODS.has(wish) ? wish : request.method;
  }

  private answerWithoutEndpoint(exchange: Exchange, route: Route, method: string): void {
    if (method === 'OPTIONS') {
      exchange.answer({ status: 204, headers: { allow: route.allowed.join(', ') }, body: '' });
    } else if (route.document && (method === 'GET' || method === 'HEAD')) {
      exchange.useHeaders(route.document.headers);
      exchange.answer({ status: 200, headers: {}, body: route.document.body() });
    } else {
      exchange.refuseMethod(route.allowed);
    }
  }
}

/** A route for every method. */
function addToFramework(
  fastify: FastifyInstance,
  url: string,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void {
  fastify.route({ method: [...ROUTED_METHODS], url, exposeHeadRoute: false, handler });
}

/** `messages/{message_id}` as the router writes it; parts that are integers match nothing else, so others are 404. */
function routePath({ options, decoder }: RegisteredEndpoint): string {
  return options.path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const spec = decoder.specs.find((candidate) => candidate.name === name && candidate.isInPath);
    if (!spec?.kind) throw new Error(`${options.path}: ${name} is not a declared part of the path`);
    if (spec.options.takesRest) return '*';
    return spec.kind.schema.type === 'integer' ? `:${name}(^\\d+$)` : `:${name}`;
  });
}

/** What a last part took of the rest of the path, under that part's name. */
function namedPathValues(values: RawValues, { decoder }: RegisteredEndpoint): RawValues {
  const rest = decoder.specs.find(({ options }) => options.takesRest);
  return rest ? { ...values, [rest.name]: values['*'] } : values;
}

function allowedAt(endpoints: ReadonlyMap<string, unknown>): string[] {
  const methods = [...endpoints.keys()];
  if (endpoints.has('GET')) methods.push('HEAD');
  return [...methods, 'OPTIONS'].sort();
}

/**
 * Clients that send a PATCH with a file as a POST put the field `method` last. Only where the path has no POST itself is
 * the body read that far before anything is known of the caller.
 */
function mayHideMethod({ endpoints }: Route, { fields }: MultipartBody): boolean {
  if (endpoints.has('POST') || fields.method !== undefined) return false;
  return [...endpoints.values()].some(({ options }) => options.streamsFiles === true);
}

function hasBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

function queryOf(request: FastifyRequest): RawValues {
  const url = request.raw.url ?? '';
  const start = url.indexOf('?');
  return parseFields(Buffer.from(start < 0 ? '' : url.slice(start + 1)));
}

/** @throws DomainError 404 when a part of the path is empty */
function pathValuesOf(params: unknown): RawValues {
  const values: Record<string, string> = Object.create(null);
  if (typeof params !== 'object' || params === null) return values;
  for (const [name, value] of Object.entries(params)) {
    if (value === '') throw protocolErrors.noSuchPath();
    values[name] = value;
  }
  return values;
}
