import { Inject, Injectable } from '@nestjs/common';
import { DomainError, notLoggedIn } from '@stoa/errors';
import { RawParams, protocolErrors } from '@stoa/http-params';
import { LOGGER, type Logger } from '@stoa/observability';
import { RawJson } from '@stoa/rpc';
import { refusalOf } from '@stoa/policy';
import { answerLanguage } from '../access/answer-language';
import { actorOf } from '../access/authentication/actor-of';
import type { Holder } from '../access/authentication/api-key-store';
import { Admission, Caller, Callers } from '../access/callers';
import { GatewayEnvironment } from '../gateway-environment';
import { LARGEST_STRANGER_BODY_BYTES } from '../overload/body-budget';
import { HostTenants } from '../overload/host-tenants';
import { TextPace } from '../overload/text-pace';
import { UserPlaces } from '../overload/user-places';
import { RateLimits } from '../access/rate-limits/rate-limits';
import { RealmLookup } from '../access/realms/realm-lookup';
import { clientName, sessionClientName } from './client-name';
import { ComposedAnswer } from './composed-answer';
import { redirectLocation } from './redirect-location';
import { RegisteredEndpoint } from './registered-endpoint';
import { isAnswer } from './endpoint-registry';
import { Redirect } from './endpoint.decorator';
import { Exchange } from './exchange';
import { logFault } from './faults';
import { HeldAnswer } from './held-answer';
import { wantsEventStream } from './event-stream';
import type { MultipartBody } from './multipart-body';
import { costOfBody } from './request-body';
import { HttpFacts, PlainRequest, RequestContext } from './request-context';
import { HELD_FILE_BYTES, StreamedUpload } from './streamed-upload';

/** Parameters that the protocol itself consumes, so that no endpoint has to know them (organization.md 1.2, 1.5). */
const PROTOCOL_PARAMETERS: ReadonlySet<string> = new Set(['client']);
const WITH_METHOD: ReadonlySet<string> = new Set([...PROTOCOL_PARAMETERS, 'method']);

/** Where texts of messages, previews, scheduled messages and snippets come. */
const TEXT_PARAMETER = 'content';

export interface EndpointRequest {
  exchange: Exchange;
  endpoint: RegisteredEndpoint;
  raw: RawParams;
  multipart?: MultipartBody;
  /** The parameter `method` chose the endpoint. */
  isOverridden: boolean;
}

/** What every request to an endpoint goes through: credentials, rate limit, role, parameters, handler, answer. */
@Injectable()
export class EndpointRunner {
  constructor(
    private readonly environment: GatewayEnvironment,
    private readonly callers: Callers,
    private readonly limits: RateLimits,
    private readonly realms: RealmLookup,
    private readonly tenants: HostTenants,
    private readonly userPlaces: UserPlaces,
    private readonly textPace: TextPace,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /**
   * Makes sure, before a large body is looked into, that its sender is known and has requests left.
   * @param endpoint the one that the method of HTTP names; a form may name another
   * @returns the sender
   * @throws DomainError 413 for callers without credentials, 401 for wrong ones, 429
   */
  async admitLargeBody(exchange: Exchange, endpoint: RegisteredEndpoint | undefined): Promise<Caller | undefined> {
    const { request, surface } = exchange;
    const isAnonymous = !this.callers.hasCredentials(request, surface) || endpoint?.options.auth === 'public';
    if (isAnonymous) throw protocolErrors.bodyTooLarge(LARGEST_STRANGER_BODY_BYTES);
    return this.identify(exchange, { auth: 'user', allowsWebhookBots: true });
  }

  /** Answers the request, now or, where the handler holds it, later. Never rejects. */
  async run(request: EndpointRequest): Promise<void> {
    const { exchange, multipart } = request;
    try {
      const result = await this.handle(request);
      if (!(result instanceof HeldAnswer)) await answerWith(exchange, result);
    } catch (error) {
      const { mustClose } = multipart?.discard() ?? { mustClose: false };
      this.fail(exchange, error, mustClose ? { connection: 'close' } : {});
    }
  }

  /** Answers an error; faults are logged here, once, unless the service that failed already did. */
  fail(exchange: Exchange, error: unknown, headers: Record<string, string> = {}): void {
    const { requestId, request, path } = exchange;
    logFault(this.log, error, { requestId, method: request.method, path });
    exchange.fail(error, headers);
  }

  private async handle(request: EndpointRequest): Promise<unknown> {
    const caller = await this.admit(request);
    const call = () => this.call(request, caller);
    if (!caller || request.endpoint.options.isPoll) return call();
    const { holder } = caller;
    return this.userPlaces.run(request.multipart ? 'uploads' : 'requests', holder.userId, async () => {
      await this.textPace.take(request.raw.form[TEXT_PARAMETER]?.length ?? 0, holder);
      return call();
    });
  }

  private async call(request: EndpointRequest, caller?: Caller): Promise<unknown> {
    const { exchange, endpoint, multipart } = request;
    const { options, decoder } = endpoint;
    let { raw } = request;
    let upload: StreamedUpload | undefined;
    if (multipart && options.streamsFiles) {
      if (decoder.specs.some((spec) => !spec.isInPath)) await multipart.holdFiles(HELD_FILE_BYTES);
      upload = new StreamedUpload(multipart);
    } else if (multipart) raw = { ...raw, files: await multipart.readRest(decoder.largestFileBytes) };
    const { sessionId, holder } = caller ?? {};
    const http = this.factsOf(exchange, raw, { upload, sessionId, accessVersion: holder?.accessVersion });
    const context = new RequestContext(
      exchange.requestId,
      Date.now() + (options.deadlineMs ?? this.environment.STOA_HTTP_DEADLINE_SECONDS * 1000),
      http,
      caller && actorOf(caller.holder, this.realms, http.clientName),
    );
    const params = decoder.decode(raw);
    exchange.ignored = decoder.unknownNames(raw, request.isOverridden ? WITH_METHOD : PROTOCOL_PARAMETERS);
    return endpoint.call(context, params);
  }

  /** @returns the caller, or undefined for an anonymous one that is welcome */
  private async admit({ exchange, endpoint: { options } }: EndpointRequest): Promise<Caller | undefined> {
    const caller = await this.identify(exchange, options);
    if (!caller) {
      await this.countAddress(exchange);
      return undefined;
    }
    const { holder } = caller;
    this.tenants.learn(exchange.request.host, holder.realmId);
    const refusal = options.guard && refusalOf(options.guard, holder);
    if (refusal) throw new DomainError(refusal.code, refusal.msg);
    return caller;
  }

  /**
   * The caller, whose request is counted. Failed attempts count against the caller's address, so that keys cannot be guessed
   * at full speed.
   */
  private async identify(exchange: Exchange, admission: Admission): Promise<Caller | undefined> {
    const isCounted = exchange.limit !== undefined;
    let state = exchange.limit;
    const count = async ({ userId }: Holder): Promise<void> => {
      state = await this.limits.countUser(userId, costOfBody(exchange.request));
    };
    const alongside = isCounted ? undefined : count;
    let caller: Caller | undefined;
    try {
      const { auth, allowsWebhookBots, isPoll } = admission;
      const asked = { auth, allowsWebhookBots, isPoll, alongside };
      caller = await this.callers.identify(exchange.request, exchange.surface, asked);
    } catch (error) {
      if (error instanceof DomainError) await this.countAddress(exchange);
      throw error;
    }
    if (caller && !isCounted) this.apply(exchange, state);
    return caller;
  }

  private async countAddress(exchange: Exchange): Promise<void> {
    this.apply(exchange, await this.limits.countAddress(exchange.request.ip));
  }

  private apply(exchange: Exchange, state: Exchange['limit']): void {
    exchange.limit = state;
    if (state && !state.isAllowed) throw protocolErrors.rateLimited(state.retryAfterSeconds);
  }

  private factsOf(
    exchange: Exchange,
    raw: RawParams,
    more: Pick<HttpFacts, 'upload' | 'sessionId' | 'accessVersion'>,
  ): HttpFacts {
    const { request, surface } = exchange;
    const named = clientName(request.headers['user-agent'], raw.form.client ?? raw.query.client);
    return {
      host: request.host.toLowerCase(),
      ipAddress: request.ip,
      headers: request.headers,
      clientName: surface === 'session' ? sessionClientName(named) : named,
      isSecure: this.callers.isSecure,
      wantsStream: !exchange.isHead && wantsEventStream(request.headers.accept),
      ...more,
      plain: () => plainRequest(exchange),
      hold: () => new HeldAnswer(exchange),
      readmit: () => this.readmit(exchange),
    };
  }

  private async readmit({ request, surface }: Exchange): Promise<number> {
    const caller = await this.callers.identify(request, surface, { auth: 'user', isPoll: true });
    if (!caller) throw notLoggedIn();
    return caller.holder.accessVersion;
  }
}

function plainRequest({ request, surface, isHead, ignored }: Exchange): PlainRequest | undefined {
  const hasBody = request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined;
  if (surface !== 'key' || request.method !== 'GET' || isHead || hasBody || ignored?.length) return undefined;
  return { incoming: request.raw, language: answerLanguage(request) };
}

async function answerWith(exchange: Exchange, result: unknown): Promise<void> {
  if (result instanceof ComposedAnswer) {
    exchange.answer({ status: 200, ...(await result.compose(exchange.ignored ?? [])) });
  } else if (result instanceof Redirect) {
    exchange.answer({
      status: 302,
      headers: { location: redirectLocation(result.location, exchange.request.raw.url ?? '') },
      body: '',
    });
  } else if (isAnswer(result)) exchange.succeed(result.data, result);
  else if (result instanceof RawJson) exchange.succeed(result.text);
  else if (typeof result === 'object' && result !== null) exchange.succeed(result);
  else throw new Error('an endpoint returned nothing that could be answered');
}
